import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: clean-ups.
@Suite(.leavesNothing) struct ConformanceCleanUps {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `what a clean-up reads does not wake its effect`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      log.append("run \(source.value)")
      effect.onCleanUp { log.append("clean \(other.value)") }
    }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 5
      source.value = 2
    }
    #expect(log == ["run 0", "clean 0", "run 1", "clean 5", "run 2"])
  }

  @Test func `what a clean-up reads does not wake the effect in which it is called`() {
    var log: [String] = []
    let inner = updater.keepUpToDate { effect in
      effect.onCleanUp { log.append("clean \(other.value)") }
    }
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      if source.value == 1 { inner.cancel() }
    }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 5
    }
    #expect(log == ["outer 0", "outer 1", "clean 0"])
    #expect(other.subscriberCount == 0)
  }

  @Test func `what a clean-up writes wakes another effect once, with all of it`() {
    let first = StoredProperty("")
    let second = StoredProperty("")
    var log: [String] = []
    updater.keepUpToDate { log.append(first.value + second.value) }
    updater.keepUpToDate { effect in
      _ = source.value
      effect.onCleanUp {
        first.value = "x"
        second.value = "y"
      }
    }
    checkingInvariants(of: [source, first, second]) { source.value = 1 }
    #expect(log == ["", "xy"])
  }

  @Test func `the same when it is called by a cancellation`() {
    let first = StoredProperty("")
    let second = StoredProperty("")
    var log: [String] = []
    updater.keepUpToDate { log.append(first.value + second.value) }
    let token = updater.keepUpToDate { effect in
      effect.onCleanUp {
        first.value = "x"
        second.value = "y"
      }
    }
    checkingInvariants(of: [first, second]) { token.cancel() }
    #expect(log == ["", "xy"])
  }

  @Test
  func `a clean-up that writes what its effect reads: one more run, with the last value`() {
    var log: [Int] = []
    updater.keepUpToDate { effect in
      log.append(source.value)
      effect.onCleanUp { source.value += 10 }
    }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == [0, 11])
  }

  @Test func `the same through a derived value, as often as it is woken`() {
    let double = source.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { effect in
      log.append(double.value)
      effect.onCleanUp { source.value += 10 }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == [0, 22, 24])
  }
}
