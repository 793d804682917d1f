import Upkeep
import UpkeepScope

/// Makes a scope, reads `n` atoms in it, and releases it.
///
/// The yardstick does the same with an array of stored properties. The operation is all of this;
/// the time per node is per atom.
final class ScopeCreation: Contestant {
  private let atoms: [Atom<Int>]
  private let isContender: Bool

  init(_ atoms: [Atom<Int>], isContender: Bool) {
    self.atoms = atoms
    self.isContender = isContender
  }

  func sample(_ operations: Int) throws -> Int {
    var sum = 0
    let atoms = atoms
    let start = ThreadClock.now
    for _ in 0..<operations {
      sum &+= isContender ? readInScope(atoms) : readProperties(atoms.count)
    }
    let elapsed = ThreadClock.now - start
    try VoidRun.unless(sum, is: operations * atoms.count, "as the sum of all atoms", of: "a scope")
    return elapsed
  }

  private func readInScope(_ atoms: [Atom<Int>]) -> Int {
    let scope = Scope()
    return atoms.reduce(0) { $0 &+ scope[$1] }
  }

  private func readProperties(_ count: Int) -> Int {
    let properties = (0..<count).map { _ in StoredProperty(1) }
    return properties.reduce(0) { $0 &+ $1.value }
  }
}

extension Race {
  /// The races to make and release a scope of `n` atoms: single definitions, and family members.
  static func scopeCreations(n: Int) -> [Race] {
    let single = (0..<n).map { _ in Atom(1) }
    let members = (0..<n).map { Numbers.member($0) }
    return [("atoms", single), ("members", members)].map { name, atoms in
      against(
        "properties", "scope.create.\(name)", n: n, counts: Counts(recomputations: 0, effects: 0)
      ) {
        ScopeCreation(atoms, isContender: $0)
      }
    }
  }
}
