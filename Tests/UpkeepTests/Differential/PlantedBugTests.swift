#if DEBUG
  import Testing
  import Upkeep

  @testable import Differential

  /// Whether the differential test is any good: it must find what is planted in the engine.
  @Suite struct PlantedBugTests {
    /// What takes scripts of failing transactions, and from which of them on a debug build looks for it. The
    /// page "Promises and proofs" has the counts from the first one.
    private static let rare: [PlantedBug: Int] = [
      .firstResultIsPutBack: 500, .restoredResultIsTrustedOn: 1, .restoredResultKeepsItsEdges: 1,
      .startIsNotRestored: 950, .untrackedLeaks: 1,
    ]

    @Test(
      arguments: PlantedBug.allCases.filter { ![.effectRunsTwice, .refreshRecurses].contains($0) })
    func `the differential test finds a planted mistake in 10,000 scripts`(bug: PlantedBug) {
      let shapes = Self.rare[bug] == nil ? ScriptShape.quick : [.rollback]
      let first = Self.rare[bug] ?? 1
      // On a thread of its own, which keeps what the mistake leaves behind.
      let found = withStack(bytes: 8 << 20) {
        bug.planted { (first...10_000).first { Self.finds($0, shapes) } }
      }
      guard let found, let count = found else {
        Issue.record("\(bug) was not found")
        return
      }
      print("planted: \(bug) found after \(count) scripts")
    }

    @Test(.hops) func `a planted recursion does not survive a chain of 100,000`() async {
      await #expect(processExitsWith: .failure) {
        _ = withStack {
          PlantedBug.refreshRecurses.planted {
            var last: Property<Int> = StoredProperty(0)
            for _ in 0..<100_000 { last = DerivedProperty(last) { $0 &+ 1 } }
            return last.value
          }
        }
      }
    }

    /// Whether a script fails, and does not without the mistake.
    private static func finds(_ count: Int, _ shapes: [ScriptShape]) -> Bool {
      let script = Generator.script(
        seed: UInt64((count - 1) / shapes.count + 1), shape: shapes[count % shapes.count])
      return Runner.difference(script) != nil
        && withStack(bytes: 8 << 20) { Runner.difference(script) == nil } == true
    }
  }
#endif
