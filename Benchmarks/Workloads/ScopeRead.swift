import Upkeep
import UpkeepScope

/// What the benchmarks of scopes read.
enum Numbers {
  static let plain = Atom(0)
  static let next = Computed { get in get(plain) + 1 }
  static let member = Family { (_: Int) in Atom(1) }
}

/// Reads an atom, or a computed value that is up to date, through a scope, or, as the yardstick, a property that shows
/// the same. The operation is one read.
final class ScopeRead<D: Definition>: Contestant where D.Value == Int {
  private let scope = Scope()
  private let definition: D
  private let expected: Int
  private let property: Property<Int>?

  init(_ definition: D, expecting expected: Int, isContender: Bool) {
    self.definition = definition
    self.expected = expected
    let stored = StoredProperty(expected)
    property = isContender ? nil : stored
    Opaque.consume(scope[definition])
  }

  func sample(_ operations: Int) throws -> Int {
    var sum = 0
    let (scope, definition) = (scope, definition)
    let elapsed: Int
    if let property {
      let start = ThreadClock.now
      for _ in 0..<operations {
        let read = property.value
        Opaque.consume(read)
        sum &+= read
      }
      elapsed = ThreadClock.now - start
    } else {
      let start = ThreadClock.now
      for _ in 0..<operations {
        let read = scope[definition]
        Opaque.consume(read)
        sum &+= read
      }
      elapsed = ThreadClock.now - start
    }
    try VoidRun.unless(sum, is: operations * expected, "as the sum of all reads", of: "a scope")
    return elapsed
  }
}

extension Race {
  /// The races to read through a scope, as multiples of reading a property.
  static var scopeReads: [Race] {
    func race<D: Definition>(_ name: String, _ definition: D, expecting value: Int) -> Race
    where D.Value == Int {
      against("property", "scope.read.\(name)", counts: Counts(recomputations: 0, effects: 0)) {
        ScopeRead(definition, expecting: value, isContender: $0)
      }
    }
    return [
      race("atom", Numbers.plain, expecting: 0), race("computed", Numbers.next, expecting: 1),
    ]
  }
}
