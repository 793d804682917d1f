import Testing

@testable import Upkeep

/// The changes that count while an updater is paused, kind by kind.
@Suite(.leavesNothing) struct PausingValues {
  private final class Thing {}
  private struct Opaque {}

  let updater = scopedUpdater()

  /// The runs of effects on unpausing.
  private func catchUps<Value>(
    of property: Property<Value>, around stored: UntypedProperty, while change: () -> Void
  ) -> Int {
    var runs = 0
    updater.keepUpToDate {
      _ = property.value
      runs += 1
    }
    updater.keepUpToDate(dependencies: [property]) { runs += 1 }
    runs = 0
    checkingInvariants(of: [stored]) {
      updater.pause()
      change()
      updater.unpause()
    }
    return runs
  }

  @Test func `a stored value that comes back runs nothing`() {
    let stored = StoredProperty(0)
    let runs = catchUps(of: stored, around: stored) {
      stored.value = 1
      stored.value = 0
    }
    #expect(runs == 0)
  }

  @Test func `a derived value that comes back runs nothing`() {
    let stored = StoredProperty(1)
    let square = stored.map { $0 * $0 }
    let runs = catchUps(of: square, around: stored) { stored.value = -1 }
    #expect(runs == 0)
  }

  @Test func `nor does one that was read while it was another one`() {
    let stored = StoredProperty(1)
    let square = stored.map { $0 * $0 }
    let runs = catchUps(of: square, around: stored) {
      stored.value = 2
      #expect(square.value == 4)
      stored.value = 1
    }
    #expect(runs == 0)
  }

  @Test func `nor one that another updater kept up to date`() {
    let stored = StoredProperty(1)
    let square = stored.map { $0 * $0 }
    var seen: [Int] = []
    let second = Updater()
    second.keepUpToDate { seen.append(square.value) }
    let runs = catchUps(of: square, around: stored) {
      stored.value = 2
      stored.value = -1
    }
    #expect(runs == 0)
    #expect(seen == [1, 4, 1])
  }

  @Test func `an optional value that comes back runs nothing`() {
    let stored = StoredProperty<Int?>(nil)
    let runs = catchUps(of: stored, around: stored) {
      stored.value = 1
      stored.value = nil
    }
    #expect(runs == 0)
  }

  @Test func `the same instance that comes back runs nothing`() {
    let first = Thing()
    let stored = StoredProperty(first)
    let runs = catchUps(of: stored, around: stored) {
      stored.value = Thing()
      stored.value = first
    }
    #expect(runs == 0)
  }

  @Test func `NaN never comes back`() {
    let stored = StoredProperty(Double.nan)
    let runs = catchUps(of: stored, around: stored) {
      stored.value = 1
      stored.value = .nan
    }
    #expect(runs == 2)
  }

  @Test func `a value that nothing compares never comes back`() {
    let stored = StoredProperty(Opaque())
    let runs = catchUps(of: stored, around: stored) { stored.value = Opaque() }
    #expect(runs == 2)
  }

  @Test func `an edit in place that is undone runs nothing`() {
    let stored = StoredProperty([1, 2])
    let runs = catchUps(of: stored, around: stored) {
      stored.value.append(3)
      stored.value.removeLast()
    }
    #expect(runs == 0)
  }

  @Test func `an edit in place runs once`() {
    let stored = StoredProperty([1, 2])
    let runs = catchUps(of: stored, around: stored) {
      stored.value.append(3)
      stored.modify { $0.append(4) }
    }
    #expect(runs == 2)
  }

  @Test func `a touched object runs once, although it is the same`() {
    let stored = StoredProperty(Thing())
    let runs = catchUps(of: stored, around: stored) {
      stored.touch()
      stored.touch()
    }
    #expect(runs == 2)
  }

  @Test func `the property's own rule decides what comes back`() {
    let rule = ChangeRule<Int> { abs($0 - $1) > 1 }
    let stored = StoredProperty(0, changes: rule)
    let runs = catchUps(of: stored, around: stored) {
      stored.value = 5
      stored.value = 0
    }
    #expect(runs == 0)
  }

  @Test func `paused in the middle of a change, what is then undone runs nothing`() {
    let stored = StoredProperty(0)
    var runs = 0
    updater.keepUpToDate { runs += stored.value >= 0 ? 1 : 0 }
    checkingInvariants(of: [stored]) {
      batch {
        stored.value = 1
        updater.pause()
      }
      stored.value = 0
      updater.unpause()
    }
    #expect(runs == 1)
  }

  @Test func `a failure does not come back`() {
    struct Wrong: Error {}
    let stored = StoredProperty(1)
    let result = DerivedProperty.catching {
      if stored.value > 1 { throw Wrong() }
      return stored.value
    }
    let healed = catchUps(of: result, around: stored) {
      stored.value = 2
      stored.value = 1
    }
    #expect(healed == 0)
    stored.value = 2
    var runs = 0
    updater.keepUpToDate(dependencies: [result]) { runs += 1 }
    updater.pause()
    stored.value = 3
    stored.value = 2
    updater.unpause()
    #expect(runs == 2)
  }

  @Test func `only the branch that was taken is looked at`() {
    let isOn = StoredProperty(true)
    let stored = StoredProperty(1)
    var computations = 0
    let guarded = DerivedProperty {
      computations += 1
      return stored.value
    }
    var log: [Int] = []
    updater.keepUpToDate { log.append(isOn.value ? guarded.value : 0) }
    computations = 0
    checkingInvariants(of: [isOn]) {
      updater.pause()
      stored.value = 2
      isOn.value = false
      updater.unpause()
    }
    #expect(computations == 0)
    #expect(log == [1, 0])
  }
}
