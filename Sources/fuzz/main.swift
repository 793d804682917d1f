import Differential
import ScopeDifferential

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--scopes" {
  await ScopeFuzz.run(arguments.dropFirst())
} else {
  Fuzz.run(arguments)
}
