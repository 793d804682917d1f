import Testing

@testable import Upkeep

/// Law 1: a version is never reused, however many were given out.
@Suite(.leavesNothing) struct VersionTests {
  private let stored = StoredProperty(0)

  @Test func `law 1: a reader that misses 4,294,967,296 writes reads the right value`() {
    let derived = stored.map { $0 + 100 }
    stored.value = 1
    #expect(derived.value == 101)
    // The number after 4,294,967,295 more writes; the next write is the last one.
    stored.node.version = Version(
      number: stored.node.version.number + 0xFFFF_FFFF)
    stored.value = 2
    #expect(derived.value == 102)
    #expect(Graph.violations(around: [derived]) == [])
  }

  @Test(arguments: [true, false])
  func `law 1: the version of a reverted change is not given out again`(isUndone: Bool) {
    let derived = stored.map { $0 + 100 }
    stored.value = 1
    #expect(derived.value == 101)
    for value in 2...4 {
      // Returns to 1, with or without a rollback, after the derived value has seen another version.
      try? transaction {
        stored.value = 10 * value
        #expect(derived.value == 10 * value + 100)
        if isUndone { throw CancellationError() }
        stored.value = 1
      }
      #expect(derived.value == 101)
    }
    stored.value = 5
    #expect(derived.value == 105)
    #expect(Graph.violations(around: [derived]) == [])
  }

  @Test func `law 1: after going back twice in one turn, versions go on after the newest`() {
    var seen = Set([stored.node.version])
    batch {
      for value in 1...3 {
        stored.value = value
        #expect(seen.insert(stored.node.version).inserted)
        stored.value = 0
        #expect(stored.node.version == .none)
      }
    }
    stored.value = 4
    #expect(seen.insert(stored.node.version).inserted)
  }
}
