import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Laws 13 to 15 for properties that are dropped elsewhere while somebody tracks them by Observation.
@Suite(.leavesNothing) struct LooseReaderTests {
  init() { ObservationSwitch.isOn = true }

  // SAFETY: dropped by another thread, and not used meanwhile.
  /// Some state, and what follows from it.
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

  @MainActor @Test(.hops, arguments: [true, false])
  func `law 13: a tracked model that is dropped elsewhere goes in the next turn`(
    isTrackedStill: Bool
  ) {
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
      // Nothing of it was freed where its owner does not run.
      #expect(elsewhere.nodes == 0 && elsewhere.edges == 0)
      #expect(count() == whole)
      stored.value = 1
      #expect(count().nodes + elsewhere.nodes <= before.nodes)
      #expect(count().edges + elsewhere.edges <= before.edges)
    }
  }

  private actor Maker {
    func make(_ slot: SharedSlot<Model>) {
      let model = Model()
      model.track()
      slot.content = model
    }
  }

  @Test(.hops) func `law 13: a model that a dead actor has tracked goes where it goes`() async {
    let slot = SharedSlot<Model>()
    weak var maker: Maker?
    do {
      let living = Maker()
      maker = living
      await living.make(slot)
    }
    // The thread that ran it may hold it for a moment.
    #expect(await eventually { maker == nil })
    let elsewhere = slot.dropElsewhere()
    // Two values and a watcher of each; what the second follows from, and what the watchers watch.
    #expect(elsewhere.nodes == -4 && elsewhere.edges == -3)
  }

  @MainActor @Test(.hops, arguments: [false, true])
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

  @MainActor @Test(.hops)
  func `law 15: a collection may be dropped elsewhere in the turn that has changed it`() {
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

  @MainActor @Test(.hops)
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
}
