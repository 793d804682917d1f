// Checks the differential test: it must find each of the mistakes in .ci/mutants.
//
//     .ci/mutate    applies them to a copy of the package, behind a switch, and runs this there
//
// The switch is the command line: a process with `--mutant NAME` makes that mistake. So each
// mistake has a process of its own, which may crash or hang, and the process without a mutant
// runs the same scripts without a mistake.
import Differential
import Foundation

let help = """
  usage: mutants NAME[=SCRIPT]...

  Runs random scripts with each of the mistakes until one goes wrong: the script with the given
  number first, then those from 0 to 10000, then 500 over models and 500 over keyed collections. A script that goes
  wrong without the mistake, too, does not count. As many mistakes at a time are tried as there are cores.

  The build has to be that of .ci/mutate: in any other one there are no mistakes to be found.

  Ends with 0 if each was found, 1 if one was not, 2 if the command line is wrong.
  """

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
  print(help)
  exit(0)
}
if arguments.first == "--mutant" {
  await Attempt.run(first: arguments.count > 2 ? Int(arguments[2]) : nil)
}
let mutants = arguments.compactMap(Mutant.init)
if mutants.isEmpty || mutants.count < arguments.count {
  FileHandle.standardError.write(
    Data("mutants: expected NAME[=SCRIPT]..., found \(arguments): --help tells more\n".utf8))
  exit(2)
}
exit(await Search.run(mutants) ? 0 : 1)
