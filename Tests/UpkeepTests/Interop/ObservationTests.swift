import Differential
import Observation
import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct ObservationTests {
  private let count: StoredProperty<Int>
  private let doubled: DerivedProperty<Int>

  init() {
    ObservationSwitch.isOn = true
    let count = StoredProperty(1)
    self.count = count
    doubled = DerivedProperty { count.value * 2 }
  }

  /// A tracker of the count, and a tracker of its double.
  private func views() -> [TrackingView<Int>] {
    [TrackingView { [count] in count.value }, TrackingView { [doubled] in doubled.value }]
  }

  @Test func `a switch that a turn inside untracked follows holds after the untracked body`() {
    let context = Context.current
    // The state of a thread that has not yet followed the switch.
    (context.pointee.outside, context.pointee.tracker) = (nil, nil)
    untracked { batch {} }
    let (outside, tracker) = (context.pointee.outside, context.pointee.tracker)
    #expect(outside != nil && tracker == outside)
    let view = TrackingView { count.value }
    count.value = 2
    #expect(view.announcements == 1)
  }

  // MARK: - O1: reads that count

  @Test func `law O1: a read outside computations counts for the tracker`() {
    let view = TrackingView { count.value }
    count.value = 2
    #expect(view.announcements == 1)
    view.render()
    #expect(view.shown == [1, 2])
  }

  @Test func `a property of every other kind is announced, too`() {
    let (source, other) = (StoredProperty(1), StoredProperty(5))
    let connectable = ConnectableProperty(0)
    connectable.connect(source)
    let outer = StoredProperty([source])
    let inner = MultilevelProperty(outer) { $0[0] }
    let tentative = TentativeProperty(source)
    let kinds: [Property<Int>] = [connectable, PassThroughProperty(source), inner, tentative]
    let views = kinds.map { property in TrackingView { property.value } }
    source.value = 2
    #expect(views.map(\.announcements) == [1, 1, 1, 1])
    for view in views { view.render() }
    connectable.connect(other)
    outer.value = [other]
    tentative.value = 7
    #expect(views.map(\.announcements) == [1, 0, 1, 1])
    source.value = 3
  }

  @Test func `an edit in place is announced, and so is a touch to a reader in a batch`() {
    let list = StoredProperty([1])
    let view = TrackingView { list.value.count }
    list.value.append(2)
    #expect(view.announcements == 1)
    view.render()
    list.touch()
    #expect(view.announcements == 1)
    batch { view.render() }
    list.touch()
    #expect((view.announcements, view.shown) == (1, [1, 2, 2]))
  }

  @Test func `a read inside an effect or a derived value does not count`() {
    let updater = Updater()
    let views = [
      TrackingView {
        updater.keepUpToDate { _ = count.value }
        updater.keepUpToDate(dependencies: []) { _ = count.value }
        return DerivedProperty(dependencies: [count]) { count.value }.peek()
      },
      TrackingView {
        count.peek()
          + untracked {
            count.value = 5
            return count.value
          }
      },
    ]
    count.value = 2
    #expect(views.map(\.announcements) == [0, 0])
  }

  @Test func `reads count again after runs of effects and first reads of derived values`() {
    let readers = (Seen { doubled.value }, Seen { doubled.value })
    count.value = 2
    let one = TrackingView { count.value }
    let cut = DerivedProperty { count.value / 100 }
    _ = cut.value
    let other = TrackingView { count.value }
    count.value = 3
    #expect([one.announcements, other.announcements] == [1, 1])
    withExtendedLifetime(readers) {}
  }

  // MARK: - O2: announced once, at the end of the turn, if the value is another one

  @Test func `law O2: a change is announced once, at the end of the turn`() {
    let copy = StoredProperty(0)
    let updater = Updater()
    updater.keepUpToDate { copy.value = count.value }
    // SAFETY: everything runs on the thread of the test.
    nonisolated(unsafe) var seen: [Int] = []
    nonisolated(unsafe) let (first, second) = (count, copy)
    withObservationTracking {
      _ = count.value + copy.value
    } onChange: {
      seen += [first.peek(), second.peek()]
    }
    count.value = 2
    #expect(seen == [2, 2])
  }

  @Test func `a batch announces once, and not at all if it ends where it began`() {
    let a = StoredProperty(1)
    let b = StoredProperty(1)
    let sum = DerivedProperty(a, b) { $0 + $1 }
    let tracked = DerivedProperty { a.value + b.value }
    let view = TrackingView { [a.value, b.value, sum.value] }
    batch {
      a.value = 2
      #expect(view.announcements == 0)
      a.value = 1
    }
    #expect(view.announcements == 0)
    let other = TrackingView { [sum.value, tracked.value] }
    batch {
      a.value = 2
      b.value = 0
    }
    #expect([view.announcements, other.announcements] == [1, 0])
    a.value = 3
    #expect(other.announcements == 1)
  }

  @Test func `an effect that sets the value back leaves nothing to announce`() {
    let writer = Seen { if count.value > 5 { count.value = 1 } }
    let views = views()
    count.value = 9
    #expect(views.map(\.announcements) == [0, 0])
    count.value = 2
    #expect(views.map(\.announcements) == [1, 1])
    for view in views { view.render() }
    #expect(views.map(\.shown) == [[1, 2], [2, 4]])
    count.value = 3
    withExtendedLifetime(writer) {}
  }

  @Test
  func `a value read inside a transaction is announced by the rollback, and by later changes`() {
    let before = views()
    undoneTransaction {
      count.value = 2
      #expect(doubled.value == 4)
    }
    #expect(before.map(\.announcements) == [0, 0])
    var inside: [TrackingView<Int>] = []
    undoneTransaction {
      count.value = 2
      inside = views()
    }
    #expect(inside.map(\.announcements) == [1, 1])
    transaction { inside = views() }
    #expect(inside.map(\.announcements) == [0, 0])
    transaction { count.value = 3 }
    #expect((before + inside).map(\.announcements) == [1, 1, 1, 1])
    #expect(count.subscriberCount == 0)
  }

  @Test func `an announcement may write, and read anew`() {
    let other = StoredProperty(1)
    // SAFETY: everything runs on the thread of the test.
    nonisolated(unsafe) let (first, second) = (count, other)
    nonisolated(unsafe) var reads = 0
    withObservationTracking {
      _ = first.value
    } onChange: {
      second.value = 2
      withObservationTracking {
        _ = first.value + second.value
      } onChange: {
        reads += 1
      }
    }
    count.value = 2
    #expect((other.value, reads) == (2, 0))
    other.value = 3
    #expect(reads == 1)
    count.value = 4
  }

  @Test func `a view that writes while it tracks is told of later changes`() {
    let count = StoredProperty(0)
    let doubled = DerivedProperty { count.value * 2 }
    let other = TrackingView { count.value }
    let views = [count, doubled].map { (property: Property<Int>) in
      TrackingView {
        let value = property.value
        count.value += 1
        return value
      }
    }
    #expect([other, views[1]].map(\.announcements) == [1, 0])
    for value in [7, 8] {
      count.value = value
      #expect(views.map(\.announcements) == [1, 1])
    }
    #expect(count.subscriberCount == 0)
  }

  @Test func `views that read inside a turn are announced independently of earlier views`() {
    let count = StoredProperty(0)
    for start in [1, 11, 21] {
      count.value = start
      let before = TrackingView { count.value }
      var inside: TrackingView<Int>?
      batch {
        count.value = start + 1
        inside = TrackingView { count.value }
        count.value = start
      }
      #expect([before.announcements, inside?.announcements] == [0, 1])
      batch {
        count.value = start + 2
        inside?.render()
      }
      #expect([before.announcements, inside?.announcements] == [1, 0])
      before.render()
      count.value = start + 3
      #expect([before.announcements, inside?.announcements] == [1, 1])
    }
    #expect(count.subscriberCount == 0)
  }

  @Test func `a property has one registrar for all its renders, one after the other`() throws {
    let count = StoredProperty(0)
    let view = TrackingView { count.value }
    let first = try #require(count.readWatchers?.registrar)
    for number in 1...3 {
      count.value = number
      view.render()
    }
    #expect(count.readWatchers?.registrar === first)
    count.value = -1
    #expect(count.readWatchers?.freeRegistrar === first && view.shown == [0, 1, 2, 3])
  }

  // MARK: - O3: nothing without trackers, and nothing left

  @Test func `law O3: an untracked read keeps nothing and makes nothing`() {
    let before = NodeCount(Context.current).nodes
    _ = doubled.value
    #expect(doubled.subscriberCount == 0 && NodeCount(Context.current).nodes <= before)
  }

  @Test func `a derived value that was read is needed until its next change`() {
    let calls = KeyedCalls()
    let doubled = DerivedProperty { calls.counted(count.value * 2) }
    let view = TrackingView { doubled.value }
    #expect(doubled.subscriberCount == 1)
    count.value = 2
    #expect((calls.count, view.announcements) == (2, 1))
    count.value = 3
    #expect((calls.count, doubled.subscriberCount) == (2, 0))
  }

  @Test func `a tracking view does not keep a property, and a property's end is not announced`() {
    var doubled: DerivedProperty<Int>? = DerivedProperty { count.value * 2 }
    var stored: StoredProperty<Int>? = StoredProperty(1)
    weak let (weakly, also) = (doubled, stored)
    let view = TrackingView { [doubled?.value, stored?.value] }
    doubled = nil
    stored = nil
    #expect(weakly == nil && also == nil && count.subscriberCount == 0)
    count.value = 2
    #expect(view.announcements == 0)
  }

  @Test func `a derived value may drop itself while it is computed for a tracker`() {
    final class Box { var property: DerivedProperty<Int>? }
    let box = Box()
    box.property = DerivedProperty { [unowned box] in
      if count.value == 2 { box.property = nil }
      return count.value
    }
    let view = TrackingView { box.property?.value }
    count.value = 2
    #expect(box.property == nil && view.announcements <= 1)
    count.value = 3
  }

  @Test func `repeated renders and dropped observers do not accumulate`() {
    let count = StoredProperty(0)
    let doubled = DerivedProperty { count.value * 2 }
    let often = amount(2000, long: 1_000_000)
    let view = TrackingView { doubled.value }
    let before = NodeCount(Context.current)
    for number in 1...often {
      count.value = number
      view.render()
      withObservationTracking({ _ = doubled.value }, onChange: {})
    }
    let end = NodeCount(Context.current)
    #expect(end.nodes <= before.nodes && end.edges <= before.edges, "\(before) -> \(end)")
    #expect(view.shown.count == often + 1)
    count.value = -1
  }

  @Test(.hops) func `an actor tracks, on whichever thread it runs`() async {
    actor Model {
      let count = StoredProperty(1)
      lazy var doubled = DerivedProperty { [count] in count.value * 2 }
      private(set) var heard = 0

      func track() -> Int {
        withObservationTracking {
          doubled.value
        } onChange: { [weak self] in
          self?.assumeIsolated { $0.heard += 1 }
        }
      }

      func set(_ value: Int) { count.value = value }
    }
    let model = Model()
    // On a thread that worked before the switch was turned, the first turn follows the switch.
    await model.set(2)
    for value in 3...10 {
      #expect(await model.track() == value * 2 - 2)
      await Task.yield()
      await model.set(value)
    }
    #expect(await model.heard == 8)
  }

  // MARK: - O4: one switch

  @Test(.hops) func `law O4: the switch can be turned off again, and then nothing is told`() async {
    // In a process of its own, because the switch belongs to the whole program.
    await #expect(processExitsWith: .success) {
      let count = StoredProperty(1)
      let doubled = DerivedProperty { count.value * 2 }
      let before = TrackingView { doubled.value }
      count.value = 2
      guard before.announcements == 0 else { throw Wrong() }
      // Inside an effect, and inside a tracking.
      let updater = Updater()
      updater.keepUpToDate {
        withObservationTracking {
          ObservationSwitch.isOn = true
        } onChange: {
        }
      }
      before.render()
      count.value = 3
      guard ObservationSwitch.isOn, before.announcements == 1 else { throw Wrong() }
      ObservationSwitch.isOn = false
      before.render()
      count.value = 4
      guard !ObservationSwitch.isOn, before.announcements == 0 else { throw Wrong() }
    }
  }

  private struct Wrong: Error {}
}
