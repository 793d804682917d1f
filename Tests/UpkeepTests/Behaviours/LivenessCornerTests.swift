import Testing

@testable import Upkeep

/// Liveness handlers, where a property is needed only for a moment, or by way of others.
@Suite struct LivenessCornerTests {
  final class Slot { var tokens: [EffectToken] = [] }

  let updater = Updater()
  let source = StoredProperty(1)

  @Test func `165: reads that no effect makes, and reads inside a batch, make nothing live`() {
    let double = source.map { $0 * 2 }
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      _ = double.value
      batch {
        source.value = 2
        _ = double.value
        updater.keepUpToDate { _ = double.value }.cancel()
      }
      _ = double.peek() + untracked { source.value }
    }
    #expect(events == [])
  }

  @Test func `166: a cached derived value that becomes live makes its source live`() {
    let double = source.map { $0 * 2 }
    let tracked = DerivedProperty { double.value + 1 }
    #expect(tracked.value == 3)
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      let token = updater.keepUpToDate { _ = tracked.value }
      #expect(events == [true])
      token.cancel()
    }
    #expect(events == [true, false])
  }

  @Test func `167: a dependency that is gained in a batch becomes live, once`() {
    let isOn = StoredProperty(false)
    let shown = DerivedProperty { isOn.value ? source.value : 0 }
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(shown.value) }
    checkingInvariants(of: [source, isOn]) {
      batch {
        isOn.value = true
        _ = shown.value
        source.value = 5
      }
    }
    #expect(seen == [0, 5])
    #expect(events == [true])
  }

  @Test func `168: what a handler writes, its first effect has seen on the next line`() {
    source.livenessHandler = { [source] isLive in if isLive { source.value = 42 } }
    var seen: [Int] = []
    checkingInvariants(of: [source]) { updater.keepUpToDate { seen.append(source.value) } }
    #expect(seen == [1, 42])
    source.livenessHandler = nil
  }

  @Test func `170: a mistake in a handler leaves later ones working`() {
    let other = StoredProperty(1)
    let slot = Slot()
    var ring: DerivedProperty<Result<Int, any Error>>?
    ring = DerivedProperty.catching { try ring?.value.get() ?? 0 }
    var events: [String] = []
    source.livenessHandler = { events.append("source \($0) \((try? ring?.value.get()) ?? -1)") }
    other.livenessHandler = { events.append("other \($0)") }
    slot.tokens = [source, other].map { property in updater.keepUpToDate { _ = property.value } }
    events = []
    let mistakes = recordingMistakes {
      for token in slot.tokens { token.cancel() }
    }
    #expect(events == ["source false -1", "other false"])
    // The ring was reported when it was found, with the first event.
    #expect(mistakes == [])
    ring = nil
    #expect(Graph.violations(around: [source, other]) == [])
  }

  @Test func `171: an effect that is replaced in a batch makes nothing live or not`() {
    var token = updater.keepUpToDate { _ = source.value }
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    #expect(events == [true])
    checkingInvariants(of: [source]) {
      batch {
        token.cancel()
        token = updater.keepUpToDate { _ = source.value }
      }
      batch {
        let next = updater.keepUpToDate { _ = source.value }
        token.cancel()
        token = next
      }
    }
    #expect(events == [true])
    token.cancel()
    #expect(events == [true, false])
  }

  //          ┌> left ──┐
  // source ─> common    ├─> effect reads one of the two
  //          └> right ─┘
  @Test func `172: turning from one value to another does not stop what feeds both`() {
    let isLeft = StoredProperty(true)
    var runs = 0
    let common = DerivedProperty(source) { source in
      runs += 1
      return source * 10
    }
    let left = common.map { $0 + 1 }
    let right = common.map { $0 + 2 }
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    common.livenessHandler = { events.append($0) }
    var seen: [Int] = []
    checkingInvariants(of: [source, isLeft]) {
      updater.keepUpToDate { seen.append(isLeft.value ? left.value : right.value) }
      isLeft.value = false
      isLeft.value = true
    }
    #expect(seen == [11, 12, 11])
    #expect(runs == 1)
    #expect(events == [true, true])
  }
}
