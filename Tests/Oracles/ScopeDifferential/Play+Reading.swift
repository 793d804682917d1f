import Differential
import Upkeep

// Reads outside effects.
extension Play {
  func checkReads(isIdle: Bool, _ random: inout SplitMix64) {
    for index in world.items.indices where random.chance(isIdle ? 60 : 25) {
      checkRead(random.below(scopes.count), index, isIdle: false)
    }
    guard isIdle else { return }
    for observer in observers.values {
      for index in observer.reads.prefix(1) { checkRead(observer.scope, index, isIdle: true) }
    }
  }

  func checkRead(_ scope: Int, _ index: Int, isIdle: Bool) {
    let seen = world.handles[index].read(scopes[scope])
    if case .loadable = seen {
      if let found = ledger.problem(scope, index, seen, now: clock.now.offset, isIdle: isIdle) {
        fail(found)
      }
    } else {
      let expected = oracle.value(scope, index)
      if seen != expected { fail("\(index) in \(scope) is \(seen), not \(expected)") }
    }
  }
}
