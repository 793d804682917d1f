import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite by their numbers: an effect made through a
/// handle belongs to the run.
@Suite(.leavesNothing) struct ConformanceHandles {
  private let updater = scopedUpdater()
  private let a = StoredProperty(0)
  private let b = StoredProperty(0)
  private let c = StoredProperty(0)

  // a ─> outer { middle { inner } }, all three read a
  @Test func `209: the end of the outer of three effects ends all`() {
    var runs: [String] = []
    let outer = updater.keepUpToDate { outer in
      _ = a.value
      outer.keepUpToDate { middle in
        runs.append("middle \(a.value)")
        middle.keepUpToDate { runs.append("inner \(a.value)") }
      }
    }
    runs = []
    checkingInvariants(of: [a]) {
      outer.cancel()
      a.value = 1
    }
    #expect(runs.isEmpty)
    #expect(a.subscriberCount == 0)
  }

  // a ─> outer { first <─ b, second <─ c }
  @Test func `210: several inner effects are gone when the outer one runs again`() {
    var runs: [String] = []
    updater.keepUpToDate { effect in
      _ = a.value
      effect.keepUpToDate { runs.append("b \(b.value)") }
      effect.keepUpToDate { runs.append("c \(c.value)") }
    }
    checkingInvariants(of: [a, b, c]) {
      a.value = 1
      runs = []
      b.value = 1
      #expect(runs == ["b 1"])
      c.value = 1
    }
    #expect(runs == ["b 1", "c 1"])
  }

  /// An outer effect on `a` and an inner one on `b`, which log their runs and clean-ups.
  private func makeTwo(_ log: @escaping (String) -> Void) -> EffectToken {
    updater.keepUpToDate { outer in
      log("outer run \(a.value)")
      outer.onCleanUp { log("outer clean-up") }
      outer.keepUpToDate { inner in
        log("inner run \(b.value)")
        inner.onCleanUp { log("inner clean-up") }
      }
    }
  }

  @Test func `237: before the next run the inner clean-up comes first, then the outer one`() {
    var log: [String] = []
    let token = makeTwo { log.append($0) }
    log = []
    checkingInvariants(of: [a, b]) { a.value = 1 }
    #expect(log == ["inner clean-up", "outer clean-up", "outer run 1", "inner run 0"])
    token.cancel()
  }

  @Test func `238: so it does at the end`() {
    var log: [String] = []
    let token = makeTwo { log.append($0) }
    log = []
    checkingInvariants(of: [a, b]) { token.cancel() }
    #expect(log == ["inner clean-up", "outer clean-up"])
  }

  @Test func `241: of three levels the deepest cleans up first`() {
    var log: [String] = []
    let outer = updater.keepUpToDate { outer in
      _ = a.value
      outer.onCleanUp { log.append("outer") }
      outer.keepUpToDate { middle in
        middle.onCleanUp { log.append("middle") }
        middle.keepUpToDate { inner in inner.onCleanUp { log.append("inner") } }
      }
    }
    checkingInvariants(of: [a]) { a.value = 1 }
    #expect(log == ["inner", "middle", "outer"])
    outer.cancel()
    #expect(log == ["inner", "middle", "outer", "inner", "middle", "outer"])
  }

  @Test func `243: the order is the same after the inner effect has run alone`() {
    var log: [String] = []
    let token = makeTwo { log.append($0) }
    log = []
    checkingInvariants(of: [a, b]) {
      b.value = 1
      #expect(log == ["inner clean-up", "inner run 1"])
      log = []
      a.value = 1
    }
    #expect(log == ["inner clean-up", "outer clean-up", "outer run 1", "inner run 1"])
    token.cancel()
  }
}
