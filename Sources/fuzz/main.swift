import Differential
import ScopeDifferential
import StoreDifferential

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--scopes" {
  await ScopeFuzz.run(arguments.dropFirst())
} else if arguments.first == "--stores" {
  await StoreFuzz.run(arguments.dropFirst())
} else {
  Fuzz.run(arguments)
}
