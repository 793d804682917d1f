import Testing

@testable import Upkeep

/// An error leaves every API that takes a throwing closure as if it had returned.
@Suite(.leavesNothing) struct Restoring {
  /// Each API, wrapped around a body that throws.
  static let wrappers:
    [(name: String, wrap: @Sendable (@escaping () throws -> Void) throws -> Void)] = [
      ("batch", { try batch($0) }),
      ("transaction", { try transaction($0) }),
      ("untracked", { try untracked($0) }),
      ("withMisuseHandler", { body in try withMisuseHandler({ _ in }, body) }),
      (
        "modify",
        { body in
          let property = StoredProperty(0)
          try property.modify { _ in try body() }
        }
      ),
      (
        "value._modify",
        { body in
          let property = StoredProperty(Box())
          // An effect that edits through `value` depends on the edited property.
          try untracked { try property.value.edit(body) }
        }
      ),
      (
        "catching",
        { body in
          _ = try DerivedProperty.catching { try body() }.value.get()
        }
      ),
      (
        "catching, listed",
        { body in
          let input = StoredProperty(0)
          _ = try DerivedProperty.catching(dependencies: [input]) { try body() }.value.get()
        }
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

  @Test(arguments: wrappers.indices)
  func `batch depth, tracking and transactions are restored`(index: Int) {
    let wrap = Self.wrappers[index].wrap
    let name = Self.wrappers[index].name
    let violations = Graph.violations(around: [stored])
    #expect(throws: Refusal.self, "\(name)") { try wrap { throw Refusal() } }
    #expect(violations == [] && Graph.violations(around: [stored]) == [], "\(name)")
    #expect(Context.current.journal == nil)
    #expect(Context.current.misuse.handlers.isEmpty)
    // The next plain write runs effects at once.
    var runs = 0
    updater.keepUpToDate {
      _ = stored.value
      runs += 1
    }
    stored.value = 1
    #expect(runs == 2)
  }

  @Test(arguments: wrappers.indices)
  func `inside an effect tracking goes on, and none of what follows is lost`(index: Int) {
    let wrap = Self.wrappers[index].wrap
    let late = StoredProperty(0)
    var log: [Int] = []
    updater.keepUpToDate {
      try? wrap { throw Refusal() }
      log.append(stored.value)
      try? wrap { throw Refusal() }
      log.append(late.value)
    }
    checkingInvariants(of: [stored, late]) {
      stored.value = 1
      late.value = 2
    }
    #expect(log == [0, 0, 1, 0, 1, 2])
  }

  @Test(arguments: wrappers.indices)
  func `inside a derivation tracking goes on`(index: Int) {
    let wrap = Self.wrappers[index].wrap
    let late = StoredProperty(0)
    // Editing a property is no business of a derivation's.
    let isRefused = Self.wrappers[index].name.contains("modify")
    let derived = DerivedProperty { () -> Int in
      let first = stored.value
      if !isRefused { try? wrap { throw Refusal() } }
      return first + late.value
    }
    var log: [Int] = []
    updater.keepUpToDate { log.append(derived.value) }
    checkingInvariants(of: [stored, late]) {
      stored.value = 1
      late.value = 2
    }
    #expect(log == [0, 1, 3])
  }

  @Test func `any two of them, one inside the other`() {
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
    var log: [Int] = []
    updater.keepUpToDate { log.append(stored.value) }
    checkingInvariants(of: [stored]) {
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
