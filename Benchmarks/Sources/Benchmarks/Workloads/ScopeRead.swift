import Upkeep
import UpkeepScope

/// The definitions that these benchmarks read.
enum Numbers {
  static let plain = Atom(0)
  static let next = Computed { get in get(plain) + 1 }
  static let member = Family { (_: Int) in Atom(1) }
}

/// An atom that a value of its type identifies.
struct NumberByName: AtomNode {
  let number: Int

  func initial() -> Int { number }
}

/// Reads an atom, or a computed value that is up to date, through a scope.
///
/// The yardstick reads a property of the same value. The operation is one read.
final class ScopeRead: Contestant {
  enum Subject: String, CaseIterable {
    case atom, computed, property
  }

  private let subject: Subject
  private let scope = Scope()
  private let property = StoredProperty(0)
  private var value = 0

  init(_ subject: Subject) { self.subject = subject }

  func sample(_ operations: Int) throws -> Int {
    writeNext()
    let (scope, property) = (scope, property)
    var sum = 0
    let start = ThreadClock.now
    // The definition is statically known, as in a program.
    switch subject {
    case .atom: for _ in 0..<operations { sum &+= Opaque.hidden(scope[Numbers.plain]) }
    case .computed: for _ in 0..<operations { sum &+= Opaque.hidden(scope[Numbers.next]) }
    case .property: for _ in 0..<operations { sum &+= Opaque.hidden(property.value) }
    }
    let elapsed = ThreadClock.now - start
    let expected = operations * (subject == .computed ? value + 1 : value)
    try VoidRun.unless(sum, is: expected, "as the sum of all reads", of: "\(subject) of a scope")
    return elapsed
  }

  /// Changes the value, so that each sample reads another one, and reads it once: the timed reads
  /// compute nothing.
  private func writeNext() {
    value += 1
    scope[Numbers.plain] = value
    property.value = value
    Opaque.consume(scope[Numbers.next])
  }
}

extension Race {
  /// The races to read through a scope, as multiples of reading a property.
  static var scopeReads: [Race] {
    [ScopeRead.Subject.atom, .computed].map { subject in
      against("property", "scope.read.\(subject)", counts: Counts(recomputations: 0, effects: 0)) {
        ScopeRead($0 ? subject : .property)
      }
    }
  }
}
