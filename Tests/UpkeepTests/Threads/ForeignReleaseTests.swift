import Foundation
import Testing

@testable import Upkeep

/// The last reference to a thing of each kind goes away on a foreign thread while the owner works
/// on the graph.
///
/// Run it under the thread sanitizer: see `ThreadTests`.
@Suite(.leavesNothing) struct ForeignReleaseTests {
  enum Kind: CaseIterable, Sendable {
    case derived, declared, catching, manual, shared, ruled, tentative, layered, connectable,
      multilevel
    case optional, collection, updater, nested, paused, observation, target, twoWay, timed, previous
  }

  /// An object that closures hold; counts itself in and out, on any thread.
  private final class Load: Sendable {
    private let count: LoadCount
    init(_ count: LoadCount) {
      self.count = count
      count.add(1)
    }
    deinit { count.add(-1) }
  }

  // SAFETY: `value` is touched only while `lock` is held.
  private final class LoadCount: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    func add(_ number: Int) { lock.withLock { value += number } }
    var current: Int { lock.withLock { value } }
  }

  /// Carries references to where Swift would not let them go.
  private final class Smuggled: @unchecked Sendable {
    // SAFETY: made by the owner, then only taken apart by one foreign thread.
    var objects: [AnyObject] = []
  }

  private static func make(_ kind: Kind, _ source: StoredProperty<Int>, _ load: Load) -> [AnyObject]
  {
    let held = DerivedProperty { withExtendedLifetime(load) { source.value } }
    switch kind {
    case .derived: return read(held)
    case .declared: return read(held.map { $0 })
    case .catching: return read(DerivedProperty.catching { held.value })
    case .manual: return read(ManuallyRecalculatedDerivedProperty { held.value })
    case .shared: return read(PassThroughProperty(held))
    case .ruled: return read(PassThroughProperty(held, changes: .always))
    case .tentative: return read(TentativeProperty(held))
    case .layered:
      let shown = TentativeProperty(held)
      shown.set(1)
      shown.set(2, until: .untilConfirmed)
      return read(shown)
    case .timed:
      let clock = ManualClock()
      return read(held.debounced(for: .seconds(1), clock: clock))
        + read(held.throttled(for: .seconds(1), clock: clock))
        + read(held.delayed(by: .seconds(1), clock: clock))
    case .previous: return read(held.previous())
    case .connectable:
      let level = ConnectableProperty(0)
      level.connect(held)
      return read(level)
    case .multilevel: return read(MultilevelProperty(held) { _ in held })
    case .optional: return read(MultilevelOptionalProperty(held) { _ in held })
    case .collection: return read(MultilevelCollectionProperty(StoredProperty([held]), \.self))
    default: return use(kind, held)
    }
  }

  private static func use(_ kind: Kind, _ held: DerivedProperty<Int>) -> [AnyObject] {
    if kind == .observation { return [held.onChange { _ in }] }
    let updater = Updater()
    switch kind {
    case .target:
      final class Screen { func redraw() {} }
      let screen = Screen()
      updater.keepUpToDate(screen, dependencies: [held]) { $0.redraw() }
      return [updater, screen]
    case .twoWay:
      let (first, second) = (StoredProperty(0), StoredProperty(0))
      updater.bind(first, second)
      updater.keepUpToDate { _ = held.value + first.value }
      return [updater, first, second]
    case .nested:
      updater.keepUpToDate { effect in
        _ = held.value
        effect.keepUpToDate { effect in
          effect.onCleanUp { withExtendedLifetime(held) {} }
          effect.keepUpToDate { _ = held.value }
        }
      }
      return [updater]
    default:
      updater.keepUpToDate { effect in
        _ = held.value
        effect.onCleanUp { withExtendedLifetime(held) {} }
      }
      if kind == .paused { updater.pause() }
      return [updater]
    }
  }

  private static func read(_ property: UntypedProperty) -> [AnyObject] {
    _ = property.untypedValue
    return [property]
  }

  /// Hands things to other threads, which release them while the owner writes and flushes; returns how many
  /// loads are left at the end.
  private static func releaseElsewhere(_ kind: Kind, rounds: Int) -> [Int] {
    let count = LoadCount()
    let source = StoredProperty(0)
    let updater = Updater()
    let double = source.map { $0 * 2 }
    var sum = 0
    updater.keepUpToDate { sum += double.value }
    let done = DispatchSemaphore(value: 0)
    for round in 1...rounds {
      let smuggled = Smuggled()
      smuggled.objects = make(kind, source, Load(count))
      Thread.detachNewThread {
        smuggled.objects = []
        done.signal()
      }
      for value in 0..<4 { source.value = round * 4 + value }
    }
    for _ in 0..<rounds { done.wait() }
    // The owner's next turn takes the deferred releases.
    source.value = -1
    let wanted = 2 * ((rounds * 4 + 4) * (rounds * 4 + 3) / 2 - 6) - 2
    return [count.current, sum - wanted, source.subscriberCount]
  }

  @MainActor @Test(.hops, arguments: Kind.allCases)
  func `what the main actor owns may be released anywhere while it works`(kind: Kind) {
    #expect(Self.releaseElsewhere(kind, rounds: 40) == [0, 0, 1])
  }

  @MainActor @Test(.hops)
  func `law 14: what belongs to a run ends first, also after a release elsewhere`() {
    let source = StoredProperty(0)
    var log: [String] = []
    let smuggled = Smuggled()
    do {
      let updater = Updater()
      updater.keepUpToDate { outer in
        outer.onCleanUp { log.append("outer") }
        for name in ["first", "second"] {
          outer.keepUpToDate { effect in
            log.append("\(name) \(source.value)")
            effect.onCleanUp { log.append(name) }
            effect.keepUpToDate { inner in inner.onCleanUp { log.append("in \(name)") } }
          }
        }
      }
      smuggled.objects = [updater]
    }
    log = []
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      smuggled.objects = []
      done.signal()
    }
    done.wait()
    source.value = 1
    #expect(log == ["in second", "second", "in first", "first", "outer"])
    #expect(source.subscriberCount == 0)
  }

  private actor Keeper {
    func releaseElsewhere(_ kind: Kind, rounds: Int) -> [Int] {
      ForeignReleaseTests.releaseElsewhere(kind, rounds: rounds)
    }
  }

  @Test(.hops, arguments: Kind.allCases)
  func `and so may what another actor owns`(kind: Kind) async {
    let keeper = Keeper()
    #expect(await keeper.releaseElsewhere(kind, rounds: 40) == [0, 0, 1])
  }
}
