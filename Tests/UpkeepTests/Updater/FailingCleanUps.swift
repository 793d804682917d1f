import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct FailingCleanUps {
  private struct Wrong: Error {}

  let updater = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `a clean-up that fails is reported, loops nothing and stops nobody`() {
    var log: [String] = []
    let mistakes = recordingMistakes {
      updater.keepUpToDate(name: "bad") { effect in
        log.append("first \(source.value)")
        effect.onCleanUp { throw Wrong() }
      }
      updater.keepUpToDate { log.append("second \(source.value)") }
      log = []
      checkingInvariants(of: [source]) {
        source.value = 1
        source.value = 2
      }
    }
    #expect(log == ["first 1", "second 1", "first 2", "second 2"])
    #expect(mistakes == ["effectFailed: bad; Wrong()", "effectFailed: bad; Wrong()"])
  }

  @Test func `the other clean-ups of the run are called all the same`() {
    var log: [String] = []
    let mistakes = recordingMistakes {
      let token = updater.keepUpToDate(name: "bad") { effect in
        _ = source.value
        effect.onCleanUp { log.append("last") }
        effect.onCleanUp { throw Wrong() }
        effect.onCleanUp { log.append("first") }
      }
      checkingInvariants(of: [source]) { token.cancel() }
    }
    #expect(log == ["first", "last"])
    #expect(mistakes == ["effectFailed: bad; Wrong()"])
  }

  @Test func `one that fails when the updater goes, or after the effect has ended`() {
    var owner: Updater? = Updater()
    var ended: EffectToken?
    let mistakes = recordingMistakes {
      ended = owner?.keepUpToDate(name: "bad") { effect in
        _ = source.value
        effect.onCleanUp { throw Wrong() }
      }
      checkingInvariants(of: [source]) { owner = nil }
      ended?.onCleanUp { throw Wrong() }
    }
    #expect(owner == nil)
    #expect(mistakes == ["effectFailed: bad; Wrong()", "effectFailed: bad; Wrong()"])
  }
}
