#if DEBUG
  import Testing
  import Upkeep

  @testable import Differential

  /// Whether the differential test is any good: it must find what is planted in the engine.
  @Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.allCases.filter { $0 != .refreshRecurses })
    func `the differential test finds a planted mistake in 10,000 scripts`(bug: PlantedBug) {
      // On a thread of its own, which keeps what the mistake leaves behind.
      let found = withStack(bytes: 8 << 20) {
        bug.planted { (1...10_000).first(where: Self.finds) }
      }
      guard let found, let count = found else {
        Issue.record("\(bug) was not found")
        return
      }
      print("planted: \(bug) found after \(count) scripts")
    }

    @Test(.hops) func `a planted recursion does not survive a chain of 100,000`() async {
      await #expect(processExitsWith: .success) {
        _ = withStack { PlantedBugTests.end(ofChain: 100_000) }
      }
      await #expect(processExitsWith: .failure) {
        _ = withStack {
          PlantedBug.refreshRecurses.planted { PlantedBugTests.end(ofChain: 100_000) }
        }
      }
    }

    /// Reads the last of many derived values.
    static func end(ofChain count: Int) -> Int {
      var last: Property<Int> = StoredProperty(0)
      for _ in 0..<count { last = DerivedProperty(last) { $0 &+ 1 } }
      return last.value
    }

    /// Whether a script fails, and does not without the mistake.
    private static func finds(_ count: Int) -> Bool {
      let shapes = ScriptShape.quick
      let script = Generator.script(
        seed: UInt64((count - 1) / shapes.count + 1), shape: shapes[count % shapes.count])
      return Runner.difference(script) != nil
        && withStack(bytes: 8 << 20) { Runner.difference(script) == nil } == true
    }
  }
#endif
