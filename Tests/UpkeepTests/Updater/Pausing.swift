import Testing

@testable import Upkeep

/// Pausing of effects, also of effects that belong to the run of another effect.
@Suite(.leavesNothing) struct Pausing {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)
  let log = RunLog<String>()

  private func make(_ log: @escaping (String) -> Void) {
    updater.keepUpToDate { effect in
      log("outer \(outer.value)")
      effect.keepUpToDate { effect in
        log("middle \(outer.peek())")
        effect.keepUpToDate { log("inner \(inner.value)") }
      }
    }
  }

  private final class View {
    var number = -1 { didSet { writes += 1 } }
    var writes = 0
  }

  @Test func `a paused effect does not run, and unpausing runs a changed one once`() {
    let double = source.map { $0 * 2 }
    let view = View()
    updater.bind(object: view, keyPath: \.number, toProperty: source)
    updater.keepUpToDate { log.append("first \(source.value)") }
    updater.keepUpToDate(dependencies: [source]) { log.append("second \(source.peek())") }
    updater.keepUpToDate { log.append("third \(double.value)") }
    log.expectNew(["first 5", "second 5", "third 10"], around: [source, other]) {
      updater.pause()
      source.value = 1
      batch { source.value = 2 }
      transaction { source.value = 3 }
      source.modify { $0 += 1 }
      #expect(updater.isPaused && log.entries == [] && view.number == 0)
      updater.unpause()
      #expect(log.entries == ["first 4", "second 4", "third 8"])
      #expect((updater.isPaused, view.number, view.writes) == (false, 4, 2))
      log.clear()
      for _ in 1...2 { updater.pause() }
      other.value = 1
      source.value = 4
      _ = double.value
      for _ in 1...2 { updater.unpause() }
      #expect(log.entries == [])
      source.value = 5
    }
    #expect((view.number, view.writes) == (5, 3))
  }

  @Test func `an effect that pauses its updater finishes its run, and runs for no other value`() {
    updater.keepUpToDate {
      log.append("begin \(source.value)")
      if source.value == 1 { updater.pause() }
      log.append("end \(other.value)")
    }
    log.expectNew(
      ["begin 1", "end 0", "begin 1", "end 0", "begin 3", "end 5"], around: [source, other]
    ) {
      source.value = 1
      for value in [7, 0] { other.value = value }
      updater.unpause()
      #expect(log.entries == ["begin 1", "end 0"])
      source.touch()
      for value in [2, 3] { source.value = value }
      other.value = 5
      #expect(log.entries == ["begin 1", "end 0", "begin 1", "end 0"])
      updater.unpause()
    }
  }

  @Test func `an effect may pause its updater in its first run, and unpause it in the same run`() {
    let log = RunLog<Int>()
    let second = scopedUpdater()
    second.keepUpToDate {
      log.append(source.value)
      second.pause()
    }
    updater.keepUpToDate { updater.whilePaused { log.append(10 + source.value) } }
    log.expect([0, 10, 11, 1, 12], around: [source]) {
      source.value = 1
      second.unpause()
      source.value = 2
    }
    #expect(second.isPaused)
  }

  @Test func `a paused effect that wrote its own input catches up with the write`() {
    let log = RunLog<Int>()
    updater.keepUpToDate {
      log.append(source.value)
      if source.value == 1 {
        source.value = 2
        updater.pause()
      }
    }
    log.expect([0, 1, 2], around: [source]) {
      source.value = 1
      #expect(log.entries == [0, 1])
      updater.unpause()
    }
  }

  @Test func `unpausing inside a batch waits for its end`() {
    let log = RunLog<Int>()
    updater.keepUpToDate { log.append(source.value) }
    log.expect([0, 2], around: [source]) {
      updater.pause()
      source.value = 1
      batch {
        updater.unpause()
        #expect(log.entries == [0])
        source.value = 2
      }
      #expect(log.entries == [0, 2])
      batch {
        source.value = 3
        updater.pause()
      }
      batch {
        updater.unpause()
        updater.pause()
      }
      batch {
        updater.unpause()
        source.value = 2
      }
    }
  }

  // outer ─> outer effect { middle effect { inner effect <─ doubled <─ inner } }
  @Test func `law 6: an inner effect pauses with the outer one, and nothing is computed for it`() {
    let doubled = inner.map { number in
      log.append("computed")
      return number * 2
    }
    updater.keepUpToDate { effect in
      effect.keepUpToDate { effect in effect.keepUpToDate { log.append("inner \(doubled.value)") } }
    }
    log.expectNew(["computed", "inner 4"], around: [inner, doubled]) {
      updater.pause()
      #expect(!doubled.isLive)
      for value in [1, 2] { inner.value = value }
      #expect(log.entries.isEmpty)
      updater.unpause()
    }
  }

  @Test(arguments: [false, true])
  func `under a paused updater inner effects have their first run, and the next with the outer`(
    isPausedBefore: Bool
  ) {
    if isPausedBefore { updater.pause() }
    make { log.append($0) }
    log.expect(["outer 1", "middle 1", "inner 1"], around: [outer, inner]) {
      updater.pause()
      inner.value = 1
      outer.value = 1
      #expect(log.entries == ["outer 0", "middle 0", "inner 0"])
      log.clear()
      updater.unpause()
    }
    #expect(inner.subscriberCount == 1)
  }

  @Test func `an effect that pauses its updater pauses the effects that it makes afterwards`() {
    updater.keepUpToDate { [updater] effect in
      effect.keepUpToDate { log.append("before \(inner.value)") }
      updater.pause()
      effect.keepUpToDate { log.append("after \(inner.value)") }
    }
    log.expectNew(["before 1", "after 1"], around: [inner]) {
      inner.value = 1
      #expect(log.entries.isEmpty)
      updater.unpause()
    }
  }

  @Test func `law 6: inner effects do not run for a restored value, nor for a rolled back pause`() {
    make { log.append($0) }
    log.expectNew(["inner 2"], around: [outer, inner]) {
      updater.whilePaused { for value in [1, 0] { inner.value = value } }
      undoneTransaction { updater.pause() }
      inner.value = 2
    }
  }

  @Test func `a paused inner effect releases the values that it has seen when it ends`() {
    weak var seen: Witness?
    do {
      let thing = StoredProperty(Witness {})
      seen = thing.peek()
      let token = updater.keepUpToDate { effect in effect.keepUpToDate { _ = thing.value } }
      updater.pause()
      thing.value = Witness {}
      #expect(seen != nil)
      token.cancel()
    }
    #expect(seen == nil)
  }
}
