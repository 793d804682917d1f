#if DEBUG
  import Testing
  import Upkeep

  @testable import Differential

  /// Whether the differential test is any good: it must find what is planted in the engine.
  @Suite struct PlantedBugTests {
    /// What only failing transactions, or rare turns of events, bring to light.
    private static let rare: Set<PlantedBug> = [
      .confirmedLayerStays, .effectRunsTwice, .firstResultIsPutBack, .restoredResultIsTrustedOn,
      .restoredResultKeepsItsEdges, .startIsNotRestored, .untrackedLeaks,
    ]

    @Test(arguments: PlantedBug.allCases.filter { $0 != .refreshRecurses })
    func `the differential test finds a planted mistake in 10,000 scripts`(bug: PlantedBug) {
      let shapes = Self.rare.contains(bug) ? [.rollback] : ScriptShape.quick
      // On a thread of its own, which keeps what the mistake leaves behind.
      let needed = withStack(bytes: 8 << 20) { bug.planted { Self.scriptsUntilFailure(shapes) } }
      guard let needed, let count = needed else {
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

    /// How many scripts it takes until one fails; nil if none of 10,000 does.
    private static func scriptsUntilFailure(_ shapes: [ScriptShape]) -> Int? {
      (1...10_000).first { count in
        let script = Generator.script(
          seed: UInt64((count - 1) / shapes.count + 1), shape: shapes[count % shapes.count])
        return Runner.difference(script) != nil
      }
    }
  }
#endif
