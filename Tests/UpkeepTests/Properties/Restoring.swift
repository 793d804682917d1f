import Testing

@testable import Upkeep

/// A function that takes a throwing closure leaves the same state behind after an error as after a
/// return.
@Suite(.leavesNothing) struct Restoring {
  typealias Wrap = @Sendable (@escaping () throws -> Void) throws -> Void

  /// Each such function, as a wrapper around a body that throws.
  static let wrappers: [(name: String, wrap: Wrap)] = [
    ("batch", { try batch($0) }),
    ("transaction", { try transaction($0) }),
    ("untracked", { try untracked($0) }),
    ("withMisuseHandler", { body in try withMisuseHandler({ _ in }, body) }),
    ("modify", { body in try StoredProperty(0).modify { _ in try body() } }),
    // Untracked: an effect that edits through `value` would depend on the edited property.
    ("value._modify", { body in try untracked { try StoredProperty(Box()).value.edit(body) } }),
    ("catching", { body in _ = try DerivedProperty.catching { try body() }.value.get() }),
    (
      "catching, listed",
      { body in _ = try DerivedProperty.catching(dependencies: []) { try body() }.value.get() }
    ),
  ]

  private struct Box {
    var number = 0
    mutating func edit(_ body: () throws -> Void) throws {
      number += 1
      try body()
    }
  }

  private let updater = scopedUpdater()
  private let stored = StoredProperty(0)
  private let late = StoredProperty(0)

  @Test(arguments: wrappers)
  func `batch depth, tracking and transactions are restored`(_: String, wrap: Wrap) {
    checkingInvariants(of: [stored]) {
      #expect(throws: Refusal.self) { try wrap { throw Refusal() } }
    }
    #expect(Context.current.journal == nil)
    #expect(Context.current.misuse.handlers.isEmpty)
    // A plain write runs effects at once again.
    let log = updater.readings(of: stored.value) { stored.value = 1 }
    #expect(log == [0, 1])
  }

  @Test(arguments: wrappers)
  func `after an error an effect goes on tracking`(_: String, wrap: @escaping Wrap) {
    let log = RunLog<Int>()
    updater.keepUpToDate {
      for property in [stored, late] {
        try? wrap { throw Refusal() }
        log.append(property.value)
      }
    }
    log.expect([0, 0, 1, 0, 1, 2], around: [stored, late]) {
      stored.value = 1
      late.value = 2
    }
  }

  // A derivation must not edit properties.
  @Test(arguments: wrappers.filter { !$0.name.contains("modify") })
  func `after an error a derivation goes on tracking`(_: String, wrap: @escaping Wrap) {
    let derived = DerivedProperty { () -> Int in
      let first = stored.value
      try? wrap { throw Refusal() }
      return first + late.value
    }
    let log = updater.readings(of: derived.value) {
      stored.value = 1
      late.value = 2
    }
    #expect(log == [0, 1, 3])
  }

  @Test func `two wrappers, one inside the other, are restored`() {
    for outer in Self.wrappers {
      for inner in Self.wrappers {
        #expect(throws: Refusal.self, "\(outer.name), \(inner.name)") {
          try outer.wrap { try inner.wrap { throw Refusal() } }
        }
        #expect(Graph.violations(around: [stored]) == [], "\(outer.name), \(inner.name)")
      }
    }
    #expect(Context.current.journal == nil)
    #expect(Context.current.misuse.handlers.isEmpty)
  }

  @Test func `the outer batch or transaction is still open after an error inside it`() {
    let log = updater.readings(of: stored.value) {
      for wrapper in Self.wrappers {
        batch {
          stored.value += 1
          try? wrapper.wrap { throw Refusal() }
          stored.value += 1
        }
        try? transaction {
          stored.value += 1
          try wrapper.wrap { throw Refusal() }
        }
      }
    }
    #expect(log == Array(0...Self.wrappers.count).map { $0 * 2 })
  }
}
