import Differential
import Testing

@testable import Upkeep

/// The changes that count for a paused effect, for each kind of property.
@Suite(.leavesNothing) struct PausingValues {
  private final class Thing {}
  private struct Opaque {}

  private final class Person {
    let name = StoredProperty("ann")
    let age = StoredProperty(30)
  }

  let updater = scopedUpdater()
  let source = StoredProperty(3)
  let stored = StoredProperty(1)

  /// Expects that a tracked effect and a declared effect each run `runs` times when they are
  /// unpaused.
  private func expectRuns(
    _ runs: Int, of property: UntypedProperty, sourceLocation: SourceLocation = #_sourceLocation,
    while change: () -> Void
  ) {
    var found = [0, 0]
    let tokens = [
      updater.keepUpToDate {
        _ = property.untypedValue
        found[0] += 1
      },
      updater.keepUpToDate(dependencies: [property]) { found[1] += 1 },
    ]
    found = [0, 0]
    checkingInvariants(of: [property]) { updater.whilePaused { change() } }
    #expect(found == [runs, runs], sourceLocation: sourceLocation)
    for token in tokens { token.cancel() }
  }

  @Test func `a stored value that returns to its earlier value runs nothing`() {
    let number = StoredProperty(0)
    expectRuns(0, of: number) { for value in [1, 0] { number.value = value } }
    let optional = StoredProperty<Int?>(nil)
    expectRuns(0, of: optional) { for value in [1, nil] { optional.value = value } }
    let things = [Thing(), Thing()]
    let object = StoredProperty(things[0])
    expectRuns(0, of: object) { for thing in things.reversed() { object.value = thing } }
    let ruled = StoredProperty(0, changes: ChangeRule { abs($0 - $1) > 1 })
    expectRuns(0, of: ruled) { for value in [5, 0] { ruled.value = value } }
    let list = StoredProperty([1, 2])
    expectRuns(0, of: list) {
      list.value.append(3)
      list.value.removeLast()
    }
  }

  @Test func `a derived value that returns to its earlier value runs nothing`() {
    let square = stored.map { $0 * $0 }
    expectRuns(0, of: square) { stored.value = -1 }
    expectRuns(0, of: square) {
      stored.value = 2
      #expect(square.value == 4)
      stored.value = 1
    }
    let seen = Seen { square.value }
    expectRuns(0, of: square) { for value in [2, -1] { stored.value = value } }
    #expect(seen.values == [1, 4, 1])
  }

  @Test func `a value that cannot come back, was edited or was touched runs effects once`() {
    let notANumber = StoredProperty(Double.nan)
    expectRuns(1, of: notANumber) { for value in [1, Double.nan] { notANumber.value = value } }
    let opaque = StoredProperty(Opaque())
    expectRuns(1, of: opaque) { opaque.value = Opaque() }
    let object = StoredProperty(Thing())
    expectRuns(1, of: object) { for _ in 1...2 { object.touch() } }
    let list = StoredProperty([1, 2])
    expectRuns(1, of: list) {
      list.value.append(3)
      list.modify { $0.append(4) }
    }
  }

  @Test func `a change that is undone after a pause in the middle of it runs nothing`() {
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

  @Test func `a repeated failure runs effects, and a recovered earlier value does not`() {
    let result = DerivedProperty.catching {
      if stored.value > 1 { throw Refusal() }
      return stored.value
    }
    expectRuns(0, of: result) { for value in [2, 1] { stored.value = value } }
    stored.value = 2
    expectRuns(1, of: result) { for value in [3, 2] { stored.value = value } }
  }

  @Test func `unpausing looks only at the branch that was taken`() {
    let isOn = StoredProperty(true)
    var computations = 0
    let guarded = DerivedProperty {
      computations += 1
      return stored.value
    }
    let log = RunLog<Int>()
    updater.keepUpToDate { log.append(isOn.value ? guarded.value : 0) }
    computations = 0
    log.expect([1, 0], around: [isOn]) {
      updater.pause()
      stored.value = 2
      isOn.value = false
      updater.unpause()
    }
    #expect(computations == 0)
  }

  private static func tower(_ height: Int, on bottom: [UntypedProperty]) -> UntypedProperty {
    var floor = bottom
    for _ in 0..<height {
      let below = floor
      floor = bottom.map { _ in MultilevelCollectionProperty(StoredProperty([0])) { _ in below } }
      // From the bottom up: the first read of a collection reads everything below it.
      for property in floor { _ = property.untypedValue }
    }
    return floor[0]
  }

  @Test func `law 13: pausing above a chain of collections does not recurse`() {
    let log = withStack { () -> [Int] in
      var log: [Int] = []
      let stored = StoredProperty(1)
      let top = Self.tower(5_000, on: [stored])
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate(dependencies: [top]) { runs += 1 }
      for end in [1, 2] {
        updater.pause()
        stored.value = 3
        stored.value = end
        updater.unpause()
        log.append(runs)
      }
      return log
    }
    #expect(log == [1, 2])
  }

  @Test func `law 13: pausing above stacked diamonds of collections costs each collection once`() {
    let stored = StoredProperty(0)
    let other = StoredProperty(0)
    let top = Self.tower(40, on: [stored, other])
    expectRuns(0, of: top) { for value in [1, 0] { stored.value = value } }
    expectRuns(1, of: top) { other.value = 1 }
  }

  @Test func `an element that returns to its earlier value runs nothing, even without ==`() {
    let person = Person()
    struct Row { let person: Person }
    let rows = StoredProperty([Row(person: person)])
    let all = MultilevelCollectionProperty(rows, \.person.name)
    expectRuns(0, of: all) { for name in ["bob", "ann"] { person.name.value = name } }
    expectRuns(1, of: all) {
      person.name.value = "bob"
      _ = all.value
    }
    expectRuns(1, of: all) { rows.value = rows.value }
  }

  @Test func `an element's change in a collection of a collection is caught up on`() {
    let people = StoredProperty([Person()], changes: .always)
    let names = MultilevelCollectionProperty(people, \.name, changes: .never)
    let ages = MultilevelCollectionProperty(names, \.age, changes: .never)
    let person = people.value[0]
    expectRuns(1, of: ages) { person.name.value = "bob" }
    expectRuns(0, of: ages) {
      for name in ["cid", "bob"] { person.name.value = name }
      for age in [31, 30] { person.age.value = age }
    }
  }

  @Test func `a transition after a pause goes from the value before it to another one`() {
    let log = RunLog<String>()
    updater.onTransition(source) { old, new in log.append("\(old ?? -1) \(new)") }
    log.expectNew(["3 42", "42 43"], around: [source]) {
      for last in [3, 42] {
        updater.pause()
        source.value = 7
        source.value = last
        updater.unpause()
      }
      source.value = 43
    }
  }

  @Test func `a transition with a rule of its own asks it once, over the whole pause`() {
    let (log, asked) = (RunLog<String>(), RunLog<String>())
    let rule = ChangeRule<Int> { old, new in
      asked.append("\(old) \(new)")
      return abs(old - new) > 5
    }
    updater.onTransition(source, changes: rule) { old, new in log.append("\(old ?? -1) \(new)") }
    log.expect(["-1 3"], around: [source]) {
      updater.whilePaused { for value in [20, 5] { source.value = value } }
    }
    #expect(asked.entries == ["3 5"])
  }

  @Test func `a paused two-way binding carries over writes made meanwhile`() {
    let copy = StoredProperty(0)
    updater.bind(source, copy)
    checkingInvariants(of: [source]) {
      updater.pause()
      copy.value = 9
      #expect(source.value == 3)
      updater.unpause()
      #expect(source.value == 9)
      updater.pause()
      source.value = 1
      copy.value = 2
      updater.unpause()
    }
    #expect((source.value, copy.value) == (1, 1))
  }
}
