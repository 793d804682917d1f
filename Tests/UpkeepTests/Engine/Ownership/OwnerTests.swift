import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law 14 between isolations: releases on a foreign thread.
@Suite(.leavesNothing, .hops) @MainActor struct OwnerTests {
  @Test func `law 14: an updater released on its owner has stopped on the next line`() {
    let stored = StoredProperty(0)
    var log: [String] = []
    var updater: Updater? = Updater()
    updater?.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
    }
    updater = nil
    #expect(log == ["run 0", "clean"])
    stored.value = 1
    #expect(log == ["run 0", "clean"])
    #expect(stored.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `law 14: an effect released elsewhere does not start again, then cleans up`(hasRead: Bool) {
    let (stored, other) = (StoredProperty(0), StoredProperty(0))
    var log: [String] = []
    dropUpdaterElsewhere { effect in
      log.append("run")
      if hasRead { _ = stored.value }
      effect.onCleanUp {
        MainActor.assertIsolated()
        log.append("clean")
      }
    }
    #expect(log == ["run"])
    other.value = 1
    #expect(log == ["run", "clean"])
    stored.value = 1
    #expect(log == ["run", "clean"])
    #expect(Graph.violations(around: [stored, other]) == [])
  }

  private nonisolated static let kinds: [ForeignReleaseTests.Kind] = [
    .derived, .manual, .shared, .ruled, .connectable, .reconnected, .multilevel, .optional,
  ]

  @Test(arguments: kinds)
  func `law 15: a property released elsewhere is unlinked by the next turn that touches it`(
    kind: ForeignReleaseTests.Kind
  ) {
    let stored = StoredProperty(0)
    let loads = LoadCount()
    dropElsewhere { ForeignReleaseTests.make(kind, stored, Load(loads)) }
    if kind == .derived {
      // The values are released with the property, as with any object. The edge stays: it is in a
      // list that may be in use here.
      #expect(loads.current == 0)
      #expect(stored.node.firstSubscriber != nil)
    }
    stored.value = 1
    #expect(stored.node.firstSubscriber == nil)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test
  func `law 14: a long chain of connections released on a foreign thread is freed by its owner`() {
    let stored = StoredProperty(0)
    let before = Context.current.pointee.nodes.count
    dropElsewhere {
      let links = (0..<amount(10_000, long: 100_000)).map { _ in ConnectableProperty(0) }
      links[0].connect(stored)
      for (link, next) in zip(links.dropFirst(), links) { link.connect(next) }
      for link in links { _ = link.value }
      return links[links.count - 1]
    }
    stored.value = 1
    // Releases from earlier tests on this thread may have been deferred, too, so there may be fewer
    // nodes.
    #expect(Context.current.pointee.nodes.count <= before)
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @Test
  func `law 14: of two updaters released elsewhere one's clean-up may wake the other's effect`() {
    let (stored, other) = (StoredProperty(0), StoredProperty(0))
    var log: [String] = []
    dropElsewhere {
      let (first, second) = (Updater(), Updater())
      first.keepUpToDate { effect in
        log.append("first \(stored.value)")
        effect.onCleanUp { stored.value += 10 }
      }
      second.keepUpToDate { effect in
        log.append("second \(other.value)")
        effect.onCleanUp { stored.value += 1 }
      }
      return (first, second)
    }
    other.value = 1
    #expect(log == ["first 0", "second 0"])
    #expect(stored.value == 11)
    #expect(Graph.violations(around: [stored, other]) == [])
  }

  @Test func `law 14: a property belongs to the isolation that replaced its connection`() async {
    #expect(Self.isOwnedAfterReplacing())
    // A plain thread has no isolation, and so no owner.
    #expect(withStack { Self.isOwnedAfterReplacing() } == false)
    let level = ConnectableProperty(0)
    _ = level.value
    #expect(await Receiver().reconnect(level))
  }

  private nonisolated static func isOwnedAfterReplacing() -> Bool {
    let level = ConnectableProperty(0)
    _ = level.value
    level.connect(constant: 1)
    return withExtendedLifetime(level) { level.node.owner != nil }
  }

  /// An actor to which the main actor hands a graph.
  private actor Receiver {
    func reconnect(_ level: sending ConnectableProperty<Int>) -> Bool {
      let before = level.node.owner?.toOpaque()
      level.connect(constant: 1)
      return withExtendedLifetime(level) {
        before != nil && level.node.owner?.toOpaque() != before
      }
    }
  }

  /// A plain actor of the program, which may continue on another thread after every `await`.
  private actor Keeper {
    private let count = StoredProperty(0)
    private var updater: Updater? = Updater()

    /// Lets an effect's closure keep an object alive.
    func hold(_ load: Load) {
      updater?.keepUpToDate { [count] in
        _ = count.value
        withExtendedLifetime(load) {}
      }
    }

    func smuggle(by slot: SharedSlot<Updater>) {
      slot.content = updater
      updater = nil
    }
  }

  @Test nonisolated func `law 14: an actor that dies anywhere takes its graph along`() async {
    let loads = LoadCount()
    do {
      let keeper = Keeper()
      await keeper.hold(Load(loads))
      #expect(loads.current == 1)
    }
    #expect(loads.current == 0)
  }

  @Test
  func
    `law 14: an updater left to an actor that dies ends in a turn of another, and of no plain thread`()
    async
  {
    for _ in 0..<20 {
      let loads = LoadCount()
      let slot = SharedSlot<Updater>()
      weak var observed: Keeper?
      do {
        let keeper = Keeper()
        observed = keeper
        await keeper.hold(Load(loads))
        await keeper.smuggle(by: slot)
        slot.dropElsewhere()
      }
      // The actor's last job may hold a reference for a moment.
      while observed != nil { await Task.yield() }
      let count = withStack {
        withNodeCount { count in
          let stored = StoredProperty(0)
          stored.value = 1
          return withExtendedLifetime(stored) { count() }
        }
      }
      #expect((count.nodes, count.edges) == (1, 0))
      // Another deferred release makes the next turn look.
      dropUpdaterElsewhere { _ in }
      StoredProperty(0).value = 1
      // A turn of another test's actor may be releasing the object, on another thread.
      #expect(await eventually { loads.current == 0 })
    }
  }

  @Test
  func `law 15: a collection released elsewhere is unlinked by the next turn that touches it`() {
    let child = StoredProperty(1)
    let list = StoredProperty([child])
    dropElsewhere {
      let all = MultilevelCollectionProperty(list, \.self)
      #expect(all.value.count == 1)
      return all
    }
    // The edges of the collection are in lists that may be in use here.
    #expect(child.node.firstSubscriber != nil && list.node.firstSubscriber != nil)
    child.value = 2
    #expect(child.node.firstSubscriber == nil)
    list.value = []
    #expect(list.node.firstSubscriber == nil)
    #expect(Graph.violations(around: [child, list]) == [])
  }

  @Test func `law 14: an element released elsewhere lives as long as the collection`() {
    let held = SharedSlot<StoredProperty<Int>>()
    held.content = StoredProperty(3)
    weak let element = held.content
    let list = StoredProperty([held.content].compactMap { $0 })
    let all = MultilevelCollectionProperty(list, \.self)
    var runs = 0
    let updater = Updater()
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    held.dropElsewhere()
    element?.value = 4
    #expect(runs == 2)
    list.value = []
    #expect(element == nil && runs == 3)
    #expect(Graph.violations(around: [list]) == [])
  }

  @Test func `law 13: a collection dropped elsewhere takes along the parent that it alone kept`() {
    withNodeCount { count in
      let stored = StoredProperty(0)
      let before = count()
      let chosen = SharedSlot<MultilevelCollectionProperty<[Property<Int>]>>()
      let mapped = SharedSlot<Property<KeyedArray<Int, Int>>>()
      do {
        let parent = StoredProperty<[Property<Int>]>([StoredProperty(1)])
        let list = StoredProperty(KeyedArray([1, 2], id: { $0 }))
        chosen.content = MultilevelCollectionProperty(parent, \.self)
        mapped.content = list.map { (element: Int) in element + 1 }
        _ = (chosen.content?.value, mapped.content?.value)
        // No effect needs the two values, so these writes detach them from their inputs.
        parent.value += [StoredProperty(2)]
        list.value.insert(3, id: 3, at: 0)
      }
      let (first, second) = (chosen.dropElsewhere(), mapped.dropElsewhere())
      stored.value = 1
      #expect(count().nodes + first.nodes + second.nodes <= before.nodes)
      #expect(count().edges + first.edges + second.edges <= before.edges)
    }
  }
}
