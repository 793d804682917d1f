#if DEBUG
  import Testing

  @testable import Differential
  @testable import Upkeep
  import UpkeepThread

  /// The differential test's own test: it must find mistakes that are planted in the engine.
  @Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.allCases.filter { $0 != .refreshRecurses })
    func `the differential test finds a planted mistake in 10,000 scripts`(bug: PlantedBug) {
      // On a thread of its own, which keeps the nodes that the mistake leaves behind.
      let found = withStack(bytes: 8 << 20) {
        bug.planted {
          Self.order(for: bug).first {
            bug == .rollbackMarksNothing ? Self.findsInCollections($0) : Self.finds($0)
          }
        }
      }
      guard let count = found else {
        Issue.record("\(bug) was not found")
        return
      }
      print("planted: \(bug) found by script \(count)")
    }

    /// The scripts in the order in which they are tried: the one that is known to find the mistake, then all.
    private static func order(for bug: PlantedBug) -> [Int] {
      (finders[bug].map { [$0] } ?? []) + (1...10_000)
    }

    /// The first script that finds a mistake, of those that take many.
    ///
    /// They change with the generator.
    private static let finders: [PlantedBug: Int] = [
      .cancelledEffectRuns: 12,
      .collectionKeepsRemovedChild: 43,
      .confirmedLayerStays: 143,
      .failureEndsRound: 26,
      .leftLaneIsNotMarked: 5,
      .needIsRemembered: 6,
      .rollbackForgetsConnection: 23,
      .rollbackForgetsLayerEnding: 8,
      .savepointIsNotRestored: 71,
      .undoneResultKeepsItsInputs: 11,
      .unpauseRunsAlways: 6,
      .wallIgnoresItsRule: 40,
    ]

    private actor Home {
      let source = StoredProperty(1)
      /// Makes a derived value that is dropped elsewhere, and hangs at the source from there on.
      func leaveSomethingHanging() {
        // SAFETY: touched by the thread alone once that has begun.
        nonisolated(unsafe) var derived: Property<Int>? = DerivedProperty(source) { $0 }
        _ = derived?.value
        withStack(bytes: 1 << 20) { derived = nil }
      }
    }

    @Test(.hops) func `law 15: nobody goes another way because something was dropped elsewhere`()
      async
    {
      let home = Home()
      await home.leaveSomethingHanging()
      #expect(upkeep_has_hanging())
      for bug in [PlantedBug.leftLaneIsNotMarked, .needIsRemembered] {
        let found = withStack(bytes: 8 << 20) {
          bug.planted { Self.order(for: bug).prefix(100).contains(where: Self.finds) }
        }
        #expect(found == true, "\(bug)")
      }
      withExtendedLifetime(home) {}
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

    /// Reads the last of many derived values, without a stack but the thread's.
    static func end(ofChain count: Int) -> Int {
      Context.current.maximumAddedStack = 0
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
        && withStack(bytes: 8 << 20) { Runner.difference(script) == nil }
    }

    /// Whether a script of collections fails, and does not without the mistake.
    private static func findsInCollections(_ count: Int) -> Bool {
      @Sendable func fails() -> Bool {
        var script = CollectionScript(seed: UInt64(count))
        script.run(steps: 300)
        return !script.failures.isEmpty
      }
      return fails() && withStack(bytes: 8 << 20) { !fails() }
    }
  }
#endif
