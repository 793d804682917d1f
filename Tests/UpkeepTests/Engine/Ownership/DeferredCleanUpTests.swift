import Differential
import Testing

@testable import Upkeep

/// Clean-ups of an updater that was dropped elsewhere: they run at the beginning of a turn, and may
/// do anything.
@Suite(.leavesNothing, .hops) @MainActor struct DeferredCleanUpTests {
  /// Leaves an updater with one effect that was dropped elsewhere; its clean-up runs at the
  /// beginning of the next turn.
  private static func leave(_ cleanUp: @escaping () -> Void) {
    dropUpdaterElsewhere { token in token.onCleanUp(cleanUp) }
  }

  @Test func `a deferred clean-up may cancel the updater that begins an effect`() {
    let source = StoredProperty(1)
    let updater = Updater()
    let runs = Passes()
    Self.leave { updater.cancel() }
    let effect = updater.keepUpToDate { _ = runs.pass(source.value) }
    #expect(runs.count == 0)
    source.value = 2
    #expect(runs.count == 0)
    effect.cancel()
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test
  func `a deferred clean-up may roll back a transaction on objects that are released with it`() {
    let source = StoredProperty(1)
    var cleanUps = 0
    Self.leave {
      cleanUps += 1
      let list = StoredProperty([1])
      undoneTransaction { list.value.append(2) }
    }
    source.value = 2
    #expect(cleanUps == 1)
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a deferred clean-up may wake an effect that it cancels`() {
    let source = StoredProperty(1)
    var runs = 0
    Self.leave {
      let own = StoredProperty(1)
      let updater = Updater()
      updater.keepUpToDate {
        runs += 1
        undoneTransaction {
          own.value = 2
          _ = own.value
        }
      }
      updater.cancel()
    }
    source.value = 2
    #expect(runs == 1)
    #expect(Graph.violations(around: [source]) == [])
  }

  /// The clean-up begins a turn with effects in several rounds; one of them ends another.
  @Test func `a deferred clean-up may wake effects that end in the turn`() {
    let (first, second, woken) = (StoredProperty(0), StoredProperty(0), StoredProperty(0))
    let updater = Updater()
    let seen = Seen(in: updater) { woken.value }
    updater.keepUpToDate { second.value = first.value }
    var token: EffectToken?
    var last: Updater? = Updater()
    var cleanUps: [Int] = []
    last?.keepUpToDate { effect in effect.onCleanUp { cleanUps.append(first.peek()) } }
    token = updater.keepUpToDate { [last] in
      withExtendedLifetime(last) { if second.value == 1 { token?.cancel() } }
    }
    last = nil
    Self.leave { woken.value = 1 }
    first.value = 1
    // An updater that only an effect of this actor keeps ends on the next line, whatever was
    // dropped elsewhere.
    token = nil
    #expect(cleanUps == [1])
    #expect(seen.values == [0, 1])
    #expect(Graph.violations(around: [first, second, woken]) == [])
    first.value = 2
    #expect(seen.values == [0, 1])
  }

  @Test func `a deferred clean-up may unpause the updater that is being paused`() {
    let source = StoredProperty(1)
    let updater = Updater()
    let seen = Seen(in: updater) { source.value }
    Self.leave { updater.unpause() }
    updater.pause()
    #expect(updater.isPaused)
    updater.unpause()
    source.value = 2
    #expect(seen.values == [1, 2])
  }

  @Test func `a write that wakes an effect dropped elsewhere uses no freed edge`() {
    let (first, second) = (StoredProperty(0), StoredProperty(0))
    let other = StoredProperty(0)
    let derived = DerivedProperty { first.value }
    dropUpdaterElsewhere { _ in _ = (second.value, derived.value) }
    for property in [other, second, first] { property.value = 1 }
    #expect(derived.value == 1)
    #expect(Graph.violations(around: [first, second, other]) == [])
  }
}
