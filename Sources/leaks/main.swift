// Uses everything that Upkeep has, for long, and expects that nothing of it is left.
//
//     swift run -c release leaks --resident        all, with the memory of the process
//     swift build --sanitize=address --product leaks && .build/debug/leaks --count 8000
//
// Ends with 1 if something was left or grew. Under the address sanitizer what nobody can reach any more is
// reported when it ends.
import Foundation

/// The number behind an option.
func number(behind option: String, or standard: Int) -> Int {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
    return standard
  }
  return Int(arguments[index + 1]) ?? standard
}

let count = number(behind: "--count", or: 1_000_000)
let measuresMemory = CommandLine.arguments.contains("--resident")

let checks = Checks()
useEverything(checks)
repeatEverything(count, measuringMemory: measuresMemory, checks)
growEverything(count, checks)

print(checks.failures == 0 ? "nothing is left" : "\(checks.failures) wrong")
exit(checks.failures == 0 ? 0 : 1)
