// Uses all of Upkeep for long, and expects that nothing is left.
//
//     swift run -c release leaks --resident                 all, with the process's memory
//     swift run -c release leaks --scopes 20000 --row 16    row 16 of the table of scopes
//     swift build --sanitize=address --product leaks && .build/debug/leaks --count 8000
//
// Ends with 1 if something was left or grew. The address sanitizer reports unreachable memory
// when the program ends.
import Differential
import Foundation

let options = ProgramOptions(
  "leaks", CommandLine.arguments.dropFirst(), numbers: ["--count", "--scopes", "--row"],
  flags: ["--resident"],
  help: """
    usage: leaks [--count number] [--resident] [--scopes number] [--row number]

    Uses everything that the library has, for long, and expects that nothing of it is left.

      --count     how often, 1000000 if it is not there
      --resident  expects that the memory of the process does not grow, too
      --scopes    how many scopes the table of scopes has
      --row       only this row of the table of scopes

    Ends with 0 if nothing is left, 1 if something is, 2 if the command line is wrong.
    """
)

let checks = Checks()
let count = options.number("--count") ?? 1_000_000
let measuresMemory = options["--resident"] != nil
let row = options.number("--row")
// The depth that law 13 asks for.
let depth = min(count / 10, 100_000)
if row == nil {
  useEverything(checks)
  repeatEverything(count, measuringMemory: measuresMemory, checks)
  growEverything(count, checks)
}
let scopes = options.number("--scopes")
growScopes(scopes ?? min(depth, 8_000), depth: scopes ?? depth, checks, only: row)

print(checks.failures == 0 ? "nothing is left" : "\(checks.failures) wrong")
exit(checks.failures == 0 ? 0 : 1)
