// Random programs in which every closure that the engine calls uses the engine again: effects,
// derivations, change rules, `==`, clean-ups, liveness and misuse handlers, actions, and the
// `deinit` of objects that values and closures hold.
//
//     swift build --sanitize=address --product attack
//     .build/debug/attack --operations 1000000 --seed 7
//     swift run -c release attack --operations 10000000
//
// A release build shows whether the optimizer has moved a release across a store. Under the address
// sanitizer a debug build reports every use of a freed node or edge (see `Slab`). The seed that was
// printed last repeats a finding. The program ends with 1 if a value does not follow from the
// stored ones, or if something was left.
import Differential
import Foundation

let options = ProgramOptions(
  "attack", CommandLine.arguments.dropFirst(), numbers: ["--operations", "--seed"],
  help: """
    usage: attack [--operations number] [--seed number]

    Runs random programs in which whatever the engine runs uses the engine again. Build it with
    --sanitize=address, which then reports every use of a freed node or edge.

      --operations  how many, 100000 if it is not there
      --seed        with which seed to begin, a fresh one if it is not there

    Ends with 0 if nothing went wrong, 1 if something did, 2 if the command line is wrong.
    """
)

/// Runs programs until `operations` acts have happened or something is wrong.
@MainActor func runPrograms() async -> Bool {
  let operations = options.number("--operations") ?? 100_000
  var seed = UInt64(options.number("--seed") ?? Int.random(in: 1...1_000_000_000))
  var done = 0
  var sinceSaid = Int.max
  print("\(operations) operations")
  while done < operations {
    if sinceSaid >= 100 {
      print("seed \(seed), after \(done)")
      fflush(nil)
      sinceSaid = 0
    }
    // Scopes and stores suspend, and suspended work holds nodes: their rounds come last.
    let isSuspending = done > operations / 10 * 9
    let result = isSuspending ? await Attack.suspendingRound(seed) : Attack.round(seed)
    if let problem = result.problem {
      print("WRONG, seed \(seed): \(problem)")
      // Otherwise the leak sanitizer ends the program before this line is printed.
      fflush(nil)
      return false
    }
    done += result.operations
    seed += 1
    sinceSaid += 1
  }
  print("\(done) operations, nothing wrong")
  return true
}

exit(await runPrograms() ? 0 : 1)
