#if DEBUG
  import Testing

  @testable import Upkeep

  /// Effects of which each run leaves one more effect in an updater that is older than the run.
  @Suite(.leavesNothing) struct EffectsPilingUp {
    let updater = scopedUpdater()
    let source = StoredProperty(0)

    /// The mistakes that are reported while an effect runs some times.
    private func mistakes(
      runs: Int, _ make: @escaping (_ run: Int, _ effect: EffectToken) -> Void
    ) -> [String] {
      recordingMistakes {
        updater.keepUpToDate(name: "outer") { effect in make(source.value, effect) }
        for run in 1..<runs { source.value = run }
      }
    }

    @Test func `99 runs that each leave an effect are not reported`() {
      let mistakes = mistakes(runs: 99) { [updater] _, _ in updater.keepUpToDate {} }
      #expect(mistakes == [])
    }

    @Test func `100 are, once`() {
      let mistakes = mistakes(runs: 300) { [updater] _, _ in updater.keepUpToDate(name: "made") {} }
      #expect(mistakes == ["effectsPileUp: outer, made; 100"])
    }

    @Test func `also where each leaves several, in several updaters`() {
      let other = Updater()
      let mistakes = mistakes(runs: 150) { [updater] run, _ in
        for updater in run.isMultiple(of: 2) ? [updater, other] : [other] {
          updater.keepUpToDate(name: "made") {}
        }
      }
      #expect(mistakes == ["effectsPileUp: outer, made; 100"])
    }

    @Test func `an effect made by the handle piles up nothing`() {
      let mistakes = mistakes(runs: 300) { _, effect in effect.keepUpToDate {} }
      #expect(mistakes == [])
    }

    @Test func `nor does one that the next run cancels`() {
      var made: EffectToken?
      let mistakes = mistakes(runs: 300) { [updater] _, _ in
        made?.cancel()
        made = updater.keepUpToDate {}
      }
      #expect(mistakes == [])
    }

    @Test func `nor one that waits for a condition which comes true between the runs`() {
      let isDone = StoredProperty(false)
      let mistakes = recordingMistakes {
        updater.keepUpToDate { [updater] in
          _ = source.value
          updater.when({ isDone.value }) {}
        }
        for run in 1...300 {
          source.value = run
          isDone.value = true
          isDone.value = false
        }
      }
      #expect(mistakes == [])
    }

    @Test func `nor do effects of updaters that the run has made`() {
      var updaters: [Updater] = []
      let mistakes = mistakes(runs: 300) { _, _ in
        let updater = Updater()
        updaters.append(updater)
        updater.keepUpToDate {}
      }
      #expect(mistakes == [])
      #expect(updaters.count == 300)
    }

    @Test func `a run that leaves none begins the count anew`() {
      let mistakes = mistakes(runs: 400) { [updater] run, _ in
        if run % 100 != 99 { updater.keepUpToDate {} }
      }
      #expect(mistakes == [])
    }

    @Test func `an inner effect counts for the run that it belongs to`() {
      let mistakes = mistakes(runs: 150) { [updater] _, effect in
        effect.keepUpToDate(name: "inner") { updater.keepUpToDate(name: "made") {} }
      }
      #expect(mistakes == ["effectsPileUp: outer, made; 100"])
    }

    @Test func `an inner effect that adds to the run around it is reported, too`() {
      let mistakes = recordingMistakes {
        updater.keepUpToDate { outer in
          outer.keepUpToDate(name: "inner") {
            _ = source.value
            outer.keepUpToDate(name: "made") {}
          }
        }
        for run in 1...150 { source.value = run }
      }
      #expect(mistakes == ["effectsPileUp: inner, made; 100"])
    }

    @Test func `an effect that an undone transaction has made is not left`() {
      struct Undone: Error {}
      let mistakes = mistakes(runs: 300) { [updater] _, _ in
        try? transaction {
          updater.keepUpToDate {}
          throw Undone()
        }
      }
      #expect(mistakes == [])
    }
  }
#endif
