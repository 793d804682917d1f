#if DEBUG
  import Testing

  @testable import Upkeep

  /// Effects whose every run leaves one more effect in an updater that is older than the run.
  @Suite(.leavesNothing) struct EffectsPilingUp {
    let updater = scopedUpdater()
    let source = StoredProperty(0)

    private typealias Make = (_ run: Int, _ effect: EffectToken) -> Void

    /// The mistakes that are reported while an effect runs `runs` times.
    private func mistakes(runs: Int, _ make: @escaping Make) -> [String] {
      recordingMistakes {
        source.value = 0
        let token = updater.keepUpToDate(name: "outer") { effect in make(source.value, effect) }
        for run in 1..<runs { source.value = run }
        token.cancel()
      }
    }

    @Test func `99 runs that each leave an effect are not reported, and 100 are, once`() {
      let make: Make = { [updater] _, _ in updater.keepUpToDate(name: "made") {} }
      #expect(mistakes(runs: 99, make) == [])
      #expect(mistakes(runs: 300, make) == ["effectsPileUp: outer, made; 100"])
    }

    @Test func `runs that each leave several effects in several updaters are reported`() {
      let other = Updater()
      let mistakes = mistakes(runs: 150) { [updater] run, _ in
        for updater in run.isMultiple(of: 2) ? [updater, other] : [other] {
          updater.keepUpToDate(name: "made") {}
        }
      }
      #expect(mistakes == ["effectsPileUp: outer, made; 100"])
    }

    @Test func `effects that end, or belong to objects of the run, are not reported`() {
      var made: EffectToken?
      var updaters: [Updater] = []
      let makers: [String: Make] = [
        "an inner effect": { _, effect in effect.keepUpToDate {} },
        "one that the next run cancels": { [updater] _, _ in
          made?.cancel()
          made = updater.keepUpToDate {}
        },
        "one of an updater of the run": { _, _ in
          updaters.append(Updater())
          updaters.last?.keepUpToDate {}
        },
        "none in one run of a hundred": { [updater] run, _ in
          if run % 100 != 99 { updater.keepUpToDate {} }
        },
        "one of an undone transaction": { [updater] _, _ in
          undoneTransaction { updater.keepUpToDate {} }
        },
      ]
      for (name, make) in makers { #expect(mistakes(runs: 400, make) == [], "\(name)") }
      #expect(updaters.count == 400)
    }

    @Test func `a when whose condition becomes true between runs is not reported`() {
      let isDone = StoredProperty(false)
      let mistakes = recordingMistakes {
        updater.keepUpToDate { [updater] in
          _ = source.value
          updater.when({ isDone.value }) {}
        }
        for run in 1...300 {
          source.value = run
          for value in [true, false] { isDone.value = value }
        }
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
  }
#endif
