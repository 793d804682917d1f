#if DEBUG
  import Testing
  import Upkeep

  @testable import Differential

  /// Whether the differential test is any good: it must find what is planted in the engine.
  @Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.allCases)
    func `the differential test finds a planted mistake in 10,000 scripts`(bug: PlantedBug) {
      // On a thread of its own, which keeps what the mistake leaves behind.
      let needed = withStack(bytes: 8 << 20) { bug.planted { Self.scriptsUntilFailure() } }
      guard let needed, let count = needed else {
        Issue.record("\(bug) was not found")
        return
      }
      print("planted: \(bug) found after \(count) scripts")
    }

    /// How many scripts it takes until one fails; nil if none of 10,000 does.
    private static func scriptsUntilFailure() -> Int? {
      let shapes = ScriptShape.quick
      return (1...10_000).first { count in
        let script = Generator.script(
          seed: UInt64((count - 1) / shapes.count + 1), shape: shapes[count % shapes.count])
        return Runner.difference(script) != nil
      }
    }
  }
#endif
