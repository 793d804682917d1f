import Testing

@testable import Upkeep

/// Effects that belong to the run of another effect.
@Suite(.leavesNothing) struct EffectsInside {
  private struct Wrong: Error {}

  let updater = scopedUpdater()
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)
  let log = RunLog<String>()

  // outer ─> outer effect ─ its run owns ─> inner effect <─ inner
  @Test func `law 6: an effect made through a handle ends before the next run`() {
    updater.keepUpToDate { effect in
      let number = outer.value
      effect.keepUpToDate { log.append("inner \(number) \(inner.value)") }
    }
    log.expect(["inner 0 0", "inner 1 0", "inner 1 1"], around: [outer, inner]) {
      outer.value = 1
      inner.value = 1
    }
    #expect(inner.subscriberCount == 1)
  }

  @Test func `law 6: the newest sibling ends first, and children before their parent`() {
    let token = updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      effect.onCleanUp { log.append("end outer") }
      for name in ["first", "second"] {
        effect.keepUpToDate { middle in
          middle.onCleanUp { log.append("end \(name)") }
          for letter in ["a", "b"] {
            middle.keepUpToDate { inner in
              inner.onCleanUp { log.append("end \(name) \(letter)") }
            }
          }
        }
      }
    }
    let ends = [
      "end second b", "end second a", "end second", "end first b", "end first a", "end first",
      "end outer",
    ]
    log.clear()
    checkingInvariants(of: [outer]) { outer.value = 1 }
    #expect(log.entries == ends + ["outer 1"])
    log.clear()
    checkingInvariants(of: [outer]) { token.cancel() }
    #expect((log.entries, outer.subscriberCount) == (ends, 0))
  }

  /// Makes an inner effect that logs its runs and its end.
  private func keepInner(by effect: EffectToken) {
    effect.keepUpToDate { effect in
      log.append("inner \(inner.value)")
      effect.onCleanUp { log.append("end inner") }
    }
  }

  @Test(arguments: ["token", "updater", "release"])
  func `law 6: an inner effect ends with the outer effect, however the outer one ends`(way: String)
  {
    var owner: Updater? = Updater()
    let token = owner?.keepUpToDate { effect in
      effect.onCleanUp { log.append("end outer") }
      keepInner(by: effect)
    }
    log.expectNew(["end inner", "end outer"], around: [inner]) {
      switch way {
      case "token": token?.cancel()
      case "updater": owner?.cancel()
      default: owner = nil
      }
      inner.value = 1
    }
    #expect(inner.subscriberCount == 0)
    withExtendedLifetime(owner) {}
  }

  enum End: CaseIterable, Sendable { case cancellation, drop, nextRun }

  /// Makes an effect that owns the effects of an updater: one of its clean-ups holds the updater.
  @discardableResult
  private func keep(
    _ name: String, by owner: Updater, reading source: Property<Int>,
    _ body: @escaping (Updater) -> Void = { _ in }
  ) -> EffectToken {
    owner.keepUpToDate { effect in
      log.append("\(name) \(source.value)")
      effect.onCleanUp { log.append("end \(name)") }
      let updater = Updater()
      effect.onCleanUp { withExtendedLifetime(updater) {} }
      body(updater)
    }
  }

  @Test(arguments: End.allCases)
  func `effects of an updater that a clean-up holds end before it, the deepest first`(end: End) {
    var owner: Updater? = Updater()
    let token = owner.map { owner in
      keep("outer", by: owner, reading: outer) { updater in
        keep("middle", by: updater, reading: .constant(0)) { updater in
          keep("inner", by: updater, reading: inner)
        }
      }
    }
    log.expectNew(["end inner", "inner 1"], around: [outer, inner]) { inner.value = 1 }
    let restart = end == .nextRun ? ["outer 1", "middle 0", "inner 1"] : []
    log.expectNew(["end inner", "end middle", "end outer"] + restart, around: [outer, inner]) {
      switch end {
      case .cancellation: token?.cancel()
      case .drop: owner = nil
      case .nextRun: outer.value = 1
      }
    }
    #expect(inner.subscriberCount == (end == .nextRun ? 1 : 0))
    withExtendedLifetime(owner) {}
  }

  // outer ─> isPositive ─> outer effect
  @Test func `law 6: a check that finds equal inputs ends nothing`() {
    let isPositive = outer.map { $0 > 0 }
    updater.keepUpToDate { effect in
      log.append("outer \(isPositive.value)")
      effect.keepUpToDate { log.append("inner \(inner.value)") }
    }
    log.expectNew(["inner 1", "inner 2"], around: [outer, inner]) {
      outer.value = -1
      inner.value = 1
      batch { for value in [1, -2] { outer.value = value } }
      inner.value = 2
    }
  }

  @Test func `law 6: an effect made through an updater belongs to the updater`() {
    let token = updater.keepUpToDate { [updater] effect in
      let number = outer.value
      log.append("outer \(number)")
      effect.keepUpToDate { updater.keepUpToDate { log.append("made \(number) \(inner.value)") } }
    }
    outer.value = 1
    log.expectNew(["made 0 1", "made 1 1", "made 0 2", "made 1 2"], around: [outer, inner]) {
      inner.value = 1
      token.cancel()
      inner.value = 2
      outer.value = 2
    }
    #expect((outer.subscriberCount, inner.subscriberCount) == (0, 2))
  }

  @Test func `inner effects of a run that throws stay until the next run`() {
    updater.keepUpToDate(onError: { (_: Wrong) in log.append("failed") }) {
      effect throws(Wrong) in
      let number = outer.value
      effect.keepUpToDate { log.append("inner \(number) \(inner.value)") }
      if number == 1 { throw Wrong() }
    }
    log.expect(["inner 2 2"], around: [outer, inner]) {
      outer.value = 1
      log.clear()
      inner.value = 1
      #expect(log.entries == ["inner 1 1"])
      outer.value = 2
      log.clear()
      inner.value = 2
    }
  }

  @Test func `an inner effect may be cancelled alone, and may cancel the outer one`() {
    updater.keepUpToDate { effect in
      effect.onCleanUp { log.append("end outer") }
      effect.keepUpToDate { log.append("first \(inner.value)") }.cancel()
      effect.keepUpToDate { second in
        second.onCleanUp { log.append("end second") }
        log.append("second \(inner.value)")
        if inner.value == 1 { effect.cancel() }
      }
    }
    log.expect(
      ["first 0", "second 0", "end second", "second 1", "end outer", "end second"], around: [inner]
    ) {
      for value in [1, 2] { inner.value = value }
    }
    #expect(inner.subscriberCount == 0)
  }

  @Test func `a clean-up of an inner effect may cancel the outer one`() {
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      effect.onCleanUp { log.append("end outer") }
      effect.keepUpToDate { inner in
        inner.onCleanUp {
          log.append("end inner")
          effect.cancel()
        }
      }
    }
    log.expect(["outer 0", "end inner", "end outer"], around: [outer]) { outer.value = 1 }
    #expect(outer.subscriberCount == 0)
  }

  @Test func `an effect that a clean-up adds to an ending run ends with the run`() {
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      effect.keepUpToDate { inner in
        inner.onCleanUp { effect.keepUpToDate { log.append("late \(self.inner.value)") } }
      }
    }
    log.expect(["outer 0", "late 0", "outer 1"], around: [outer, inner]) {
      outer.value = 1
      inner.value = 1
    }
    #expect(inner.subscriberCount == 0)
  }

  @Test func `an effect made through the handle of an ended effect runs once`() {
    let token = updater.keepUpToDate { _ = outer.value }
    token.cancel()
    let late = token.keepUpToDate { effect in
      log.append("late \(inner.value)")
      effect.onCleanUp { log.append("end late") }
    }
    inner.value = 1
    #expect(log.entries == ["late 0", "end late"])
    #expect((late.isCancelled, inner.subscriberCount) == (true, 0))
  }

  @Test func `an effect that ends itself keeps its inner effects until the run has ended`() {
    updater.keepUpToDate { effect in
      effect.keepUpToDate { first in first.onCleanUp { log.append("end first") } }
      effect.cancel()
      effect.keepUpToDate { second in second.onCleanUp { log.append("end second") } }
      log.append("end of the run")
    }
    #expect(log.entries == ["end of the run", "end second", "end first"])
  }

  @Test func `between runs an effect's token adds to the last run`() {
    let token = updater.keepUpToDate { _ = outer.value }
    token.keepUpToDate { log.append("inner \(inner.value)") }
    log.expect(["inner 0", "inner 1"], around: [outer, inner]) {
      inner.value = 1
      outer.value = 1
      inner.value = 2
    }
  }

  // outer effect ─ reads ─> derived ─ makes ─> inner effect
  @Test func `an inner effect made in a derivation runs when nothing computes`() {
    updater.keepUpToDate { effect in
      let derived = DerivedProperty {
        effect.keepUpToDate { log.append("inner \(inner.value)") }
        return outer.value
      }
      log.append("outer \(derived.value)")
    }
    checkingInvariants(of: [outer, inner]) { inner.value = 1 }
    #expect(log.entries == ["inner 0", "outer 0", "inner 1"])
    checkingInvariants(of: [outer, inner]) { outer.value = 1 }
    #expect((log.entries.suffix(2), inner.subscriberCount) == (["inner 1", "outer 1"], 1))
  }

  @Test func `law 14: after a thousand runs memory is flat, and a write runs one inner effect`() {
    var runs = 0
    updater.keepUpToDate { effect in
      let number = outer.value
      effect.keepUpToDate { middle in
        middle.keepUpToDate { runs += number + inner.value > 0 ? 1 : 0 }
        middle.onTransition(inner) { _, _ in }
      }
    }
    let growth = withGrowthCount { growth in
      for number in 1...1_000 { outer.value = number }
      return growth()
    }
    #expect(growth == 0)
    runs = 0
    inner.value = 1
    #expect(runs == 1)
  }

  // MARK: - In transactions

  @Test func `law 12: an inner effect made in a transaction runs with the commit, or goes`() {
    var undone: EffectToken?
    let token = updater.keepUpToDate { _ = outer.value }
    log.expect(["kept 1", "kept 2"], around: [outer, inner]) {
      undoneTransaction { undone = token.keepUpToDate { log.append("undone \(inner.value)") } }
      transaction {
        token.keepUpToDate { log.append("kept \(inner.value)") }
        inner.value = 1
        #expect(log.entries == [])
      }
      inner.value = 2
    }
    #expect(undone?.isCancelled == true)
  }

  @Test func `an effect that ended itself keeps no inner effect of a rolled back transaction`() {
    updater.keepUpToDate { effect in
      effect.cancel()
      undoneTransaction { effect.keepUpToDate { log.append("undone \(inner.value)") } }
    }
    #expect(log.entries.isEmpty)
  }

  @Test func `law 12: if the body has made the updater, the inner effect follows it`() {
    var made: Updater?
    log.expect(["outer 0", "inner 0", "inner 1", "outer 1"], around: [outer, inner]) {
      undoneTransaction {
        let updater = Updater()
        made = updater
        let token = updater.keepUpToDate { log.append("outer \(outer.value)") }
        token.keepUpToDate { log.append("inner \(inner.value)") }
      }
      #expect(log.entries == ["outer 0", "inner 0"])
      inner.value = 1
      outer.value = 1
      inner.value = 2
    }
    withExtendedLifetime(made) {}
  }

  @Test func `law 12: a cancellation that is undone has ended no inner effect`() {
    let token = updater.keepUpToDate { effect in keepInner(by: effect) }
    log.expectNew(["end inner"], around: [inner]) {
      undoneTransaction { token.cancel() }
      inner.value = 1
      #expect(log.entries == ["end inner", "inner 1"])
      log.clear()
      transaction {
        token.cancel()
        #expect(log.entries.isEmpty)
      }
    }
    #expect(inner.subscriberCount == 0)
  }

  @Test func `a clean-up added in the transaction that makes an effect belongs to the first run`() {
    transaction {
      let token = updater.keepUpToDate { log.append("run \(outer.value)") }
      token.onCleanUp { log.append("clean") }
    }
    log.expect(["run 0", "clean", "run 1"], around: [outer]) { outer.value = 1 }
  }

  @Test func `law 12: the outer effect runs with the commit, and ends the inner ones then`() {
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      keepInner(by: effect)
    }
    log.expectNew(["end inner", "outer 1", "inner 1"], around: [outer, inner]) {
      undoneTransaction { outer.value = 1 }
      #expect(log.entries.isEmpty)
      transaction {
        inner.value = 1
        outer.value = 1
      }
    }
  }
}
