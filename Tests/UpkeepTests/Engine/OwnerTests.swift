import Differential
import Foundation
import Testing

@testable import Upkeep

/// Law 14 where isolations meet: releases on a foreign thread.
@Suite(.leavesNothing) struct OwnerTests {
  /// Carries a reference to where Swift would not let it go.
  final class Smuggled<Object>: @unchecked Sendable {
    // SAFETY: handed from one thread to the next by `releaseElsewhere`, which waits.
    var object: Object?
    init(_ object: Object) { self.object = object }
  }

  /// Drops the last reference on a plain thread, and waits until it is gone.
  private static func releaseElsewhere<Object>(_ make: () -> Object) {
    let smuggled = Smuggled(make())
    withStack { smuggled.object = nil }
  }

  @MainActor @Test(.hops)
  func `law 14: an updater released on its owner has stopped on the next line`() {
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

  @MainActor @Test(.hops)
  func `law 14: an effect that has read nothing cleans up, too, when it is released elsewhere`() {
    let other = StoredProperty(0)
    var cleanUps = 0
    Self.releaseElsewhere {
      let updater = Updater()
      updater.keepUpToDate { effect in effect.onCleanUp { cleanUps += 1 } }
      return updater
    }
    #expect(cleanUps == 0)
    other.value = 1
    #expect(cleanUps == 1)
  }

  @MainActor
  @Test(.hops)
  func `law 14: released elsewhere, an effect does not start again, then cleans up`() {
    let stored = StoredProperty(0)
    let other = StoredProperty(0)
    var log: [String] = []
    Self.releaseElsewhere {
      let updater = Updater()
      updater.keepUpToDate { effect in
        log.append("run \(stored.value)")
        effect.onCleanUp {
          MainActor.assertIsolated()
          log.append("clean")
        }
      }
      return updater
    }
    #expect(log == ["run 0"])
    other.value = 1
    #expect(log == ["run 0", "clean"])
    stored.value = 1
    #expect(log == ["run 0", "clean"])
    #expect(Graph.violations(around: [stored, other]) == [])
  }

  @MainActor @Test(.hops)
  func
    `law 15: a derived value released on a foreign thread is unlinked by the next turn that touches it`()
  {
    let stored = StoredProperty(0)
    final class Canary {}
    weak var canary: Canary?
    Self.releaseElsewhere {
      let living = Canary()
      canary = living
      let derived = DerivedProperty { withExtendedLifetime(living) { stored.value } }
      _ = derived.value
      return derived
    }
    // Its values go with it, as any object's do; its edge is in a list that may be in use here.
    #expect(canary == nil)
    #expect(stored.node.firstSubscriber != nil)
    stored.value = 1
    #expect(stored.node.firstSubscriber == nil)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @MainActor @Test(.hops)
  func `law 15: and so is one that was in a cycle with what it has read`() {
    final class Ring { weak var other: DerivedProperty<Int>? }
    let (isClosed, stored, ring) = (StoredProperty(false), StoredProperty(1), Ring())
    let first = DerivedProperty { isClosed.value ? ring.other?.value ?? 0 : stored.value }
    Self.releaseElsewhere {
      let other = DerivedProperty { first.value + 1 }
      ring.other = other
      _ = other.value
      withMisuseHandler({ _ in }) {
        isClosed.value = true
        _ = first.value
      }
      isClosed.value = false
      _ = first.value
      return other
    }
    for value in 2...4 {
      stored.value = value
      #expect(first.value == value)
      #expect(first.subscriberCount == 0)
    }
    #expect(Graph.violations(around: [stored, isClosed]) == [])
  }

  @MainActor @Test(.hops)
  func `law 14: of two updaters released elsewhere one's clean-up may wake the other's effect`() {
    let stored = StoredProperty(0)
    let other = StoredProperty(0)
    let first = Smuggled<Updater>(Updater())
    let second = Smuggled<Updater>(Updater())
    var log: [String] = []
    first.object?.keepUpToDate { effect in
      log.append("first \(stored.value)")
      effect.onCleanUp { stored.value += 10 }
    }
    second.object?.keepUpToDate { effect in
      log.append("second \(other.value)")
      effect.onCleanUp { stored.value += 1 }
    }
    withStack {
      first.object = nil
      second.object = nil
    }
    other.value = 1
    #expect(log == ["first 0", "second 0"])
    #expect(stored.value == 11)
    #expect(Graph.violations(around: [stored, other]) == [])
  }

  @MainActor @Test(.hops)
  func `law 14: releases on foreign threads while the owner flushes are safe`() {
    let stored = StoredProperty(0)
    var runs = 0
    var cleaned = 0
    let keeper = Updater()
    keeper.keepUpToDate { runs += stored.value >= 0 ? 1 : 0 }
    let rounds = 300
    for round in 1...rounds {
      let updater = Updater()
      let derived = DerivedProperty { stored.value + round }
      updater.keepUpToDate { effect in
        _ = derived.value
        effect.onCleanUp { cleaned += 1 }
      }
      let smuggled = Smuggled((updater, DerivedProperty(derived) { $0 }))
      _ = smuggled.object?.1.value
      Thread.detachNewThread { smuggled.object = nil }
      for value in 0..<5 { stored.value = round * 10 + value }
    }
    #expect(runs == 1 + rounds * 5)
    #expect(cleaned > 0)
    #expect(Graph.violations(around: [stored]) == [])
  }

  /// An actor of the program's: no annotation, and it may hop threads at every `await`.
  actor Counter {
    let count = StoredProperty(0)
    private var updater: Updater? = Updater()
    private var log: [String] = []
    var held: [Updater] = []

    func start() {
      updater?.keepUpToDate { [unowned self] effect in
        assumeIsolated { $0.log.append("run \($0.count.value)") }
        effect.onCleanUp { [weak self] in self?.assumeIsolated { $0.log.append("clean") } }
      }
    }

    func add() { count.value += 1 }
    func takeLog() -> [String] { log }
    func stop() -> [String] {
      updater = nil
      return log
    }

    func smuggleUpdater() -> Smuggled<Updater?> {
      defer { updater = nil }
      return Smuggled(updater)
    }
  }

  @Test(.hops) func `law 14: an actor that hops threads owns its effects wherever it runs`() async {
    let counter = Counter()
    await counter.start()
    for _ in 0..<50 {
      await counter.add()
      await Task.yield()
    }
    #expect(await counter.takeLog().filter { $0 != "clean" }.count == 51)
    #expect(await counter.stop().last == "clean")
  }

  @Test(.hops)
  func `law 14: an actor's updater released elsewhere is cleaned up at the actor's next turn`()
    async
  {
    let counter = Counter()
    await counter.start()
    let smuggled = await counter.smuggleUpdater()
    withStack { smuggled.object = nil }
    #expect(await counter.takeLog() == ["run 0"])
    await counter.add()
    #expect(await counter.takeLog() == ["run 0", "clean"])
  }

  @Test(.hops) func `law 14: an actor that dies anywhere takes its graph along`() async {
    final class Canary: Sendable {}
    weak var canary: Canary?
    do {
      let living = Canary()
      canary = living
      let counter = Counter()
      await counter.start()
      await counter.hold(living)
      #expect(canary != nil)
    }
    #expect(canary == nil)
  }

  @MainActor @Test(.hops)
  func
    `law 14: what is left to an actor that dies ends in a turn of another, and of no plain thread`()
    async
  {
    final class Canary: Sendable {}
    weak var canary: Canary?
    for _ in 0..<20 {
      var counter: Counter? = Counter()
      weak let observed = counter
      do {
        let living = Canary()
        canary = living
        await counter?.hold(living)
      }
      let updater = await counter?.smuggleHeld()
      withStack { updater?.object = nil }
      counter = nil
      // Its last job may have a reference for a moment.
      while observed != nil { await Task.yield() }
      let count = withStack {
        withNodeCount { count in
          let stored = StoredProperty(0)
          stored.value = 1
          return withExtendedLifetime(stored) { count() }
        }
      }
      #expect((count.nodes, count.edges) == (1, 0))
      // Something else is left, so that the next turn looks.
      Self.releaseElsewhere {
        let updater = Updater()
        updater.keepUpToDate {}
        return updater
      }
      StoredProperty(0).value = 1
      // The turn of another test's actor may be at it, on another thread.
      #expect(await eventually { canary == nil })
    }
  }

  @Test(.hops) func `law 15: graphs on several threads run independently`() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          withStack {
            let stored = StoredProperty(0)
            var last: Property<Int> = stored
            for _ in 0..<50 { last = DerivedProperty(last) { $0 + 1 } }
            let end = last
            let updater = Updater()
            var sum = 0
            updater.keepUpToDate { sum += end.value }
            for value in 1...200 { stored.value = value }
            return sum
          } ?? 0
        }
      }
      for await sum in group { #expect(sum == 201 * 50 + 20_100) }
    }
  }
}

extension OwnerTests.Counter {
  /// Lets an effect's closure keep an object alive.
  fileprivate func hold(_ object: any AnyObject & Sendable) {
    let updater = Updater()
    updater.keepUpToDate { [count] in
      _ = count.value
      withExtendedLifetime(object) {}
    }
    held.append(updater)
  }

  fileprivate func smuggleHeld() -> OwnerTests.Smuggled<Updater> {
    OwnerTests.Smuggled(held.removeLast())
  }
}
