import Differential
import Foundation
import Testing

@testable import Upkeep

/// Law 14: every kind of property, released on a foreign thread.
@Suite(.leavesNothing) struct OwnerOfKindsTests {
  enum Kind: CaseIterable, Sendable {
    case shared, ruled, manual, connected, multilevel, optional, transaction
  }

  /// Carries a reference to where Swift would not let it go.
  private final class Parcel: @unchecked Sendable {
    // SAFETY: filled by one thread, emptied by the next, which begins afterwards.
    var contents: [AnyObject]
    init(_ contents: [AnyObject]) { self.contents = contents }
  }

  @MainActor private static func make(_ kind: Kind, _ parent: Property<Int>) -> Property<Int> {
    switch kind {
    case .shared: return PassThroughProperty(parent.map { $0 })
    case .ruled: return PassThroughProperty(parent, changes: .equal)
    case .manual:
      let manual = ManuallyRecalculatedDerivedProperty { parent.value }
      return manual.map { $0 }
    case .connected:
      let connectable = ConnectableProperty(0)
      connectable.connect(parent)
      return connectable
    case .multilevel: return MultilevelProperty(parent) { _ in parent }
    case .optional: return MultilevelOptionalProperty(parent) { _ in parent }.map { $0 ?? -1 }
    case .transaction:
      let connectable = ConnectableProperty(0)
      try? Upkeep.transaction {
        connectable.connect(parent)
        _ = connectable.value
        throw Refusal()
      }
      Upkeep.transaction { connectable.connect(parent) }
      return connectable
    }
  }

  @MainActor @Test(.hops, arguments: Kind.allCases)
  func `law 14: released on foreign threads while the owner flushes`(kind: Kind) {
    let stored = StoredProperty(0)
    let keeper = Updater()
    var runs = 0
    keeper.keepUpToDate { runs += stored.value >= 0 ? 1 : 0 }
    let group = DispatchGroup()
    let rounds = 100
    for round in 1...rounds {
      let first = Self.make(kind, stored)
      let second = Self.make(kind, first)
      let updater = Updater()
      // An effect that has begun when they go on reads what is gone.
      updater.keepUpToDate { [weak second] in _ = second?.value }
      updater.keepUpToDate(dependencies: [first]) {}
      let idle = Self.make(kind, second)
      _ = idle.value
      let parcel = Parcel([updater, first, second, idle, Self.make(kind, second)])
      group.enter()
      Thread.detachNewThread {
        // The updater first.
        while !parcel.contents.isEmpty { parcel.contents.removeFirst() }
        group.leave()
      }
      for value in 0..<5 { stored.value = round * 10 + value }
    }
    group.wait()
    stored.value = -1
    stored.value = 1
    #expect(runs == 2 + rounds * 5)
    #expect(stored.subscriberCount == 1)
    #expect(attachedEdges(of: stored).count == 1)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @MainActor @Test(.hops, arguments: Kind.allCases)
  func
    `law 15: released on a foreign thread, it has left after the next turn that touches what it read`(
      kind: Kind
    )
  {
    let stored = StoredProperty(0)
    let other = StoredProperty(0)
    func makeParcel() -> Parcel {
      let property = Self.make(kind, stored)
      _ = property.value
      return Parcel([property])
    }
    let parcel = makeParcel()
    withStack { parcel.contents = [] }
    stored.value = 1
    #expect(stored.node.firstSubscriber == nil)
    #expect(Graph.violations(around: [stored, other]) == [])
  }

  @MainActor @Test(.hops)
  func `law 14: a long chain of connections released on a foreign thread is freed by its owner`() {
    let stored = StoredProperty(0)
    let before = Context.current.pointee.nodes.count
    func makeParcel() -> Parcel {
      let links = (0..<amount(10_000, long: 100_000)).map { _ in ConnectableProperty(0) }
      links[0].connect(stored)
      for (link, next) in zip(links.dropFirst(), links) { link.connect(next) }
      for link in links { _ = link.value }
      return Parcel(links.suffix(1))
    }
    let parcel = makeParcel()
    withStack { parcel.contents = [] }
    stored.value = 1
    // Releases of tests that ran here before may have been deferred, too.
    #expect(Context.current.pointee.nodes.count <= before)
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @MainActor @Test(.hops)
  func `law 14: a property whose connection was replaced belongs to who replaced it`() {
    let level = ConnectableProperty(0)
    _ = level.value
    level.connect(constant: 1)
    #expect(level.node.owner != nil)
    let made = withStack { () -> Bool in
      // Without isolation there is no owner.
      let level = ConnectableProperty(0)
      _ = level.value
      level.connect(constant: 1)
      return level.node.owner == nil
    }
    #expect(made == true)
  }

  /// A graph that is handed from the main actor to an actor of the program's.
  private actor Receiver {
    private var level: ConnectableProperty<Int>?

    func take(_ level: sending ConnectableProperty<Int>) { self.level = level }

    func reconnect() -> Bool {
      let before = level?.node.owner?.toOpaque()
      level?.connect(constant: 1)
      return before != nil && level?.node.owner?.toOpaque() != before
    }
  }

  @MainActor @Test(.hops)
  func `law 14: a graph that was handed over belongs to who changes a connection`()
    async
  {
    let receiver = Receiver()
    let level = ConnectableProperty(0)
    _ = level.value
    await receiver.take(level)
    #expect(await receiver.reconnect())
  }
}
