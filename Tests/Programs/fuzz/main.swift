import Differential
import ScopeDifferential
import StoreDifferential

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains("-h") {
  Fuzz.run(arguments)
} else if arguments.first == "--scopes" {
  await ScopeScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--keyed" {
  await KeyedScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--models" {
  await ModelScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--nested" {
  await NestedScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--births" {
  await BirthScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--saved" {
  await PersistenceScript.fuzz(arguments.dropFirst())
} else if arguments.first == "--kills" {
  await KilledProgram.fuzz(arguments.dropFirst())
} else if arguments.first == "--killed", let folder = arguments.last {
  await KilledProgram.run(in: folder)
} else if arguments.first == "--stores" {
  await StoreScript.fuzz(arguments.dropFirst())
} else {
  Fuzz.run(arguments)
}
