import Differential
import Foundation
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Laws 13 to 15 for properties that are dropped elsewhere although an edge that does not retain
/// leads to them.
///
/// Such an edge belongs to a watcher of Observation, or closes a cycle.
@Suite(.leavesNothing, .hops) @MainActor struct LooseReaderTests {
  init() { ObservationSwitch.isOn = true }

  // SAFETY: dropped by another thread, and not used meanwhile.
  /// A stored value, and a value derived from it.
  private final class Model: @unchecked Sendable {
    let name = StoredProperty("a")
    let greeting: DerivedProperty<String>

    init() {
      let name = name
      greeting = DerivedProperty { "Hello, \(name.value)" }
    }

    func track() {
      readTracked { _ = (name.value, greeting.value) }
    }
  }

  @Test(arguments: [true, false])
  func `law 13: a tracked model dropped elsewhere is freed in the next turn`(isTrackedStill: Bool) {
    withNodeCount { count in
      let stored = StoredProperty(0)
      let before = count()
      let slot = SharedSlot<Model>()
      slot.content = Model()
      slot.content!.track()
      slot.content!.name.value = "b"
      if isTrackedStill { slot.content!.track() }
      let whole = count()
      let elsewhere = slot.dropElsewhere()
      // No part of it was freed where its owner does not run.
      #expect(elsewhere.nodes == 0 && elsewhere.edges == 0)
      #expect(count() == whole)
      stored.value = 1
      #expect(count().nodes + elsewhere.nodes <= before.nodes)
      #expect(count().edges + elsewhere.edges <= before.edges)
    }
  }

  @Test
  nonisolated func `law 13: a model that a dead actor tracked is freed where it is dropped`() async
  {
    let slot = SharedSlot<Model>()
    await madeByDeadActor {
      slot.content = Model()
      slot.content?.track()
    }
    let elsewhere = slot.dropElsewhere()
    // The nodes are two values and a watcher of each. The edges are the input of the second value,
    // and the inputs of the watchers.
    #expect(elsewhere.nodes == -4 && elsewhere.edges == -3)
  }

  @Test(arguments: [false, true])
  func `law 15: a model may be dropped elsewhere where it is tracked, or changed after that`(
    isChanged: Bool
  ) {
    let stored = StoredProperty(0)
    let slot = SharedSlot<Model>()
    slot.content = Model()
    if isChanged {
      slot.content!.track()
      batch {
        slot.content!.name.value = "b"
        slot.dropElsewhere()
        stored.value = 1
      }
    } else {
      transaction {
        slot.content!.track()
        slot.dropElsewhere()
      }
    }
    stored.value = 2
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `law 15: a collection may be dropped elsewhere in the turn that has changed it`() {
    let child = StoredProperty(1)
    var told: [Bool] = []
    child.livenessHandler = { told.append($0) }
    let list = StoredProperty([child])
    let slot = SharedSlot<MultilevelCollectionProperty<[StoredProperty<Int>]>>()
    slot.content = MultilevelCollectionProperty(list, \.self)
    readTracked { _ = slot.content!.value }
    #expect(told == [true])
    batch {
      list.value = list.value + [StoredProperty(2)]
      slot.dropElsewhere()
    }
    child.value = 3
    #expect(told == [true, false])
    #expect(Graph.violations(around: [child, list]) == [])
  }

  @Test
  func `law 15: a keyed collection may be dropped elsewhere in the turn that has changed it`() {
    let list = StoredProperty(KeyedArray([1, 2, 3], id: { $0 }))
    let slot = SharedSlot<Property<KeyedArray<Int, Int>>>()
    slot.content = list.map { (element: Int) in element + 1 }
    readTracked { _ = slot.content!.value }
    batch {
      list.value.insert(4, id: 4, at: 0)
      slot.dropElsewhere()
    }
    list.value.insert(5, id: 5, at: 0)
    #expect(Graph.violations(around: [list]) == [])
  }

  typealias Slot = SharedSlot<DerivedProperty<Int>>

  // SAFETY: dropped by another thread, and not used meanwhile.
  /// Two values that have read each other; the second has not been checked since the cycle opened.
  private final class OpenedCycle: @unchecked Sendable {
    let above = StoredProperty(0)
    let extra = StoredProperty(100)
    let first = Slot()
    let second = Slot()
    /// Called while the second value computes or is checked, and the first has not been.
    let meanwhile = SharedSlot<() -> Void>()
    /// An input that only the second value keeps.
    private(set) weak var watched: DerivedProperty<Int>?

    init() {
      let (above, extra, first, second, meanwhile) = (above, extra, first, second, meanwhile)
      let isClosed = SharedSlot<Bool>()
      let watched = DerivedProperty {
        meanwhile.content?()
        return above.value
      }
      self.watched = watched
      second.content = DerivedProperty {
        watched.value + (first.content?.value ?? 0) + extra.value
      }
      first.content = DerivedProperty { [unowned second] in
        isClosed.content == true ? second.content?.value ?? 0 : 1
      }
      _ = second.content?.value
      withMisuseHandler({ _ in }) {
        isClosed.content = true
        first.content?.invalidate()
        _ = first.content?.value
      }
      isClosed.content = nil
      first.content?.invalidate()
    }
  }

  @Test func `law 14: a value that a cycle's member has read is left to its owner`() {
    let cycle = OpenedCycle()
    let elsewhere = cycle.first.dropElsewhere()
    #expect(elsewhere.nodes == 0 && elsewhere.edges == 0)
    cycle.above.value = 1
    #expect(cycle.second.content?.value == 101)
    #expect(Graph.violations(around: [cycle.above, cycle.extra]) == [])
  }

  @Test func `law 14: a cycle's member that has read a value is left to its owner`() {
    let cycle = OpenedCycle()
    cycle.second.dropElsewhere()
    #expect(cycle.watched != nil)
    cycle.above.value = 1
    #expect(cycle.watched == nil)
    #expect(cycle.first.content?.value == 1)
    #expect(Graph.violations(around: [cycle.above, cycle.extra]) == [])
  }

  @Test func `law 14: a reader that is kept by its own readers is left to its owner`() {
    let source = StoredProperty(1)
    let connectable = ConnectableProperty(0)
    let reader = Slot()
    weak var watched: DerivedProperty<Int>?
    do {
      let input = DerivedProperty { source.value }
      watched = input
      reader.content = DerivedProperty { input.value + connectable.value }
    }
    withMisuseHandler({ _ in }) {
      if let content = reader.content { connectable.connect(content) }
      _ = connectable.value
    }
    connectable.disconnect()
    reader.dropElsewhere()
    #expect(watched != nil)
    source.value = 2
    #expect(watched == nil)
    #expect(Graph.violations(around: [source, connectable]) == [])
  }

  @Test func `law 15: a cycle's value may be dropped elsewhere while its member is looked at`() {
    let cycle = OpenedCycle()
    cycle.meanwhile.content = { [unowned cycle] in cycle.first.dropElsewhere() }
    cycle.above.value = 1
    #expect(cycle.second.content?.value == 101)
    cycle.meanwhile.content = nil
    cycle.above.value = 2
    #expect(cycle.second.content?.value == 102)
    #expect(Graph.violations(around: [cycle.above, cycle.extra]) == [])
  }

  // SAFETY: dropped by another thread, and not used meanwhile.
  /// Values in a closed cycle; a single value reads itself.
  final class ClosedCycle: @unchecked Sendable {
    private var members: [DerivedProperty<Int>] = []

    init(of count: Int, above source: Property<Int> = StoredProperty(0)) {
      let isClosed = StoredProperty(false)
      members = (0..<count).map { index in
        DerivedProperty { [weak self] in
          source.value + (isClosed.value ? self?.members[(index + 1) % count].value ?? 0 : 0)
        }
      }
      withMisuseHandler({ _ in }) {
        for member in members { _ = member.value }
        isClosed.value = true
        for member in members { _ = member.value }
      }
    }
  }

  @Test(arguments: 1...3)
  func `law 13: a cycle that is dropped elsewhere goes in the next turn`(length: Int) {
    withNodeCount { count in
      let stored = StoredProperty(0)
      let before = count()
      let elsewhere = dropElsewhere { ClosedCycle(of: length) }
      stored.value = 1
      #expect(count().nodes + elsewhere.nodes <= before.nodes)
      #expect(count().edges + elsewhere.edges <= before.edges)
    }
  }

  @Test func `law 14: a lost edge of an abandoned member is not used`() {
    let isClosed = StoredProperty(false)
    let (one, source) = (StoredProperty(0), StoredProperty(0))
    let two = DerivedProperty { source.value }
    let (first, second) = (Slot(), Slot())
    first.content = DerivedProperty { [unowned second] in
      one.value + (isClosed.value ? second.content?.value ?? 0 : 0) + two.value
    }
    second.content = DerivedProperty { (first.content?.value ?? 0) + 1 }
    _ = second.content?.value
    withMisuseHandler({ _ in }) {
      isClosed.value = true
      // The value that is asked first is read by an edge that does not retain it.
      _ = first.content?.value
    }
    let seen = Seen { second.content?.value ?? 0 }
    first.dropElsewhere()
    // The first write begins the turn that abandons the value. The second write removes the edge
    // from `one` to the value.
    one.value = 1
    one.value = 2
    source.value = 5
    #expect(seen.values.last == 1)
    #expect(Graph.violations(around: [one, two, source]) == [])
  }

  @Test func `law 14: a value tracked before it had an owner is left to its owner`() {
    let (first, second) = (Slot(), Slot())
    let mode = SharedSlot<Int>()
    withStack {
      let extra = StoredProperty(100)
      second.content = DerivedProperty { (first.content?.value ?? 0) + extra.value }
      first.content = DerivedProperty {
        mode.content == 1 ? second.content?.value ?? 0 : mode.content ?? 0
      }
      readTracked { _ = first.content?.value }
      mode.content = 2
      // The watcher announces the change, and ends.
      first.content?.invalidate()
    }
    _ = second.content?.value
    withMisuseHandler({ _ in }) {
      mode.content = 1
      first.content?.invalidate()
      _ = first.content?.value
    }
    mode.content = 2
    first.content?.invalidate()
    let elsewhere = first.dropElsewhere()
    #expect(elsewhere.nodes == 0 && elsewhere.edges == 0)
    let stored = StoredProperty(0)
    stored.value = 1
  }

  @Test func `law 13: a cycle's member that was dropped elsewhere needs no input`() {
    let (source, isClosed) = (StoredProperty(0), SharedSlot<Bool>())
    let (first, second, third) = (Slot(), Slot(), Slot())
    first.content = DerivedProperty { second.content?.value ?? 0 }
    second.content = DerivedProperty { third.content?.value ?? 0 }
    third.content = DerivedProperty { isClosed.content == true ? first.content?.value ?? 0 : 1 }
    var told: [Bool] = []
    third.content?.livenessHandler = { told.append($0) }
    _ = first.content?.value
    isClosed.content = true
    for slot in [first, second, third] { slot.content?.invalidate() }
    let updater = Updater()
    withMisuseHandler({ _ in }) {
      _ = first.content?.value
      updater.keepUpToDate { _ = first.content?.value }
    }
    second.dropElsewhere()
    source.value = 1
    #expect(told == [true, false])
    #expect(Graph.violations(around: [first.content, third.content].compactMap { $0 }) == [])
  }

  @Test(arguments: [true, false])
  func `law 14: an open cycle may be dropped elsewhere in the refresh that has found it`(
    isTracked: Bool
  ) {
    let isClosed = SharedSlot<Bool>()
    let (first, second) = (Slot(), Slot())
    first.content = DerivedProperty { [unowned second] in
      guard isClosed.content == true, let other = second.content else { return 1 }
      return isTracked ? other.value : other.peek()
    }
    second.content = DerivedProperty { [unowned first] in
      guard let other = first.content else { return 0 }
      return isTracked ? other.value : other.peek()
    }
    _ = second.content?.value
    isClosed.content = true
    for slot in [first, second, first] { slot.content?.invalidate() }
    let asker = DerivedProperty {
      let result = untracked { first.content?.value ?? 0 }
      for slot in [first, second] { slot.dropElsewhere() }
      return result
    }
    withMisuseHandler({ _ in }) {
      #expect(asker.value == 1)
    }
    #expect(Graph.violations(around: [asker]) == [])
  }

  // SAFETY: the weak reference is written before another thread drops its target, and only read
  // meanwhile.
  private final class Link: @unchecked Sendable {
    weak var property: DerivedProperty<Int>?
  }

  @Test func `law 14: members of cycles are dropped elsewhere while their owner works`() {
    withNodeCount { count in
      let (source, isClosed) = (StoredProperty(0), StoredProperty(false))
      let updater = Updater()
      let before = count()
      for round in 1...50 {
        let (first, second) = (Slot(), Slot())
        let (toFirst, toSecond) = (Link(), Link())
        first.content = DerivedProperty {
          source.value + (isClosed.value ? toSecond.property?.value ?? 0 : 0)
        }
        second.content = DerivedProperty { (toFirst.property?.value ?? 0) + source.value }
        (toFirst.property, toSecond.property) = (first.content, second.content)
        let effect = updater.keepUpToDate { _ = toSecond.property?.value }
        withMisuseHandler({ _ in }) {
          isClosed.value = true
          _ = first.content?.value
          let done = DispatchGroup()
          for slot in [first, second] {
            done.enter()
            Thread.detachNewThread {
              slot.content = nil
              done.leave()
            }
          }
          for value in 0..<20 {
            source.value = round * 100 + value
            if value % 5 == 4 { isClosed.value.toggle() }
          }
          done.wait()
        }
        #expect(Graph.violations(around: [source, isClosed]) == [])
        effect.cancel()
        isClosed.value = false
      }
      source.value = -1
      #expect(Graph.violations(around: [source, isClosed]) == [])
      #expect(count().nodes <= before.nodes)
      #expect(count().edges <= before.edges)
    }
  }
}
