import Foundation
import Testing

@testable import Upkeep

/// A foreign thread drops the last reference to an object of each kind while the owner works on the
/// graph.
///
/// Run it under the thread sanitizer: see `ThreadTests`.
@Suite(.leavesNothing) struct ForeignReleaseTests {
  init() { ObservationSwitch.isOn = true }

  enum Kind: CaseIterable, Sendable {
    case stored, derived, declared, fromPrevious, catching, manual, shared, ruled, tentative
    case layered, connectable, reconnected, multilevel, optional, collection, dictionary
    case previous, observed, cycle, timed
    case updater, nested, paused, observation, target, twoWay, object, followed

    static let properties = allCases.prefix { $0 != .previous }
  }

  static func make(_ kind: Kind, _ source: StoredProperty<Int>, _ load: Load) -> [AnyObject] {
    if let property = property(kind, source, load) { return read(property) }
    let held = DerivedProperty { withExtendedLifetime(load) { source.value } }
    switch kind {
    case .observed:
      readTracked { _ = held.value }
      return [held]
    case .cycle: return [LooseReaderTests.ClosedCycle(of: 2, above: held)]
    case .timed:
      let clock = ManualClock()
      return read(held.debounced(for: .seconds(1), clock: clock))
        + read(held.throttled(for: .seconds(1), clock: clock))
        + read(held.delayed(by: .seconds(1), clock: clock))
    default: return use(kind, held)
    }
  }

  /// A property that follows the source through a closure that keeps the load; nil if the kind is
  /// no property.
  static func property(
    _ kind: Kind, _ source: StoredProperty<Int>, _ load: Load
  ) -> UntypedProperty? {
    let held = DerivedProperty { withExtendedLifetime(load) { source.value } }
    switch kind {
    case .stored: return StoredProperty(load)
    case .derived: return held
    case .declared: return held.map { $0 }
    case .fromPrevious:
      return DerivedProperty(fromPrevious: { ($0 ?? 0) + held.value } as (Int?) -> Int)
    case .catching: return DerivedProperty.catching { held.value }
    case .manual:
      return ManuallyRecalculatedDerivedProperty { withExtendedLifetime(load) { held.value } }
    case .shared: return PassThroughProperty(held)
    case .ruled: return PassThroughProperty(held, changes: .always)
    case .tentative: return TentativeProperty(held)
    case .layered:
      let shown = TentativeProperty(held, clock: ManualClock())
      shown.set(1, until: .untilConfirmedWithin(.seconds(1)))
      shown.set(2, until: .untilConfirmed)
      shown.apply(until: .untilConfirmed) { value in withExtendedLifetime(load) { value + 1 } }
      return shown
    case .connectable, .reconnected:
      let level = ConnectableProperty(0)
      if kind == .connectable {
        level.connect(held)
        return level
      }
      undoneTransaction {
        level.connect(held)
        _ = level.value
      }
      transaction { level.connect(held) }
      return level
    case .multilevel: return MultilevelProperty(held) { _ in held }
    case .optional: return MultilevelOptionalProperty(held) { _ in held }
    case .collection: return MultilevelCollectionProperty(StoredProperty([held]), \.self)
    case .dictionary: return MultilevelCollectionProperty(StoredProperty(["key": held]), \.self)
    case .previous: return held.previous()
    default: return nil
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
    case .object:
      final class Screen { var shown: DerivedProperty<Int>? }
      let screen = Screen()
      updater.bind(object: screen, keyPath: \.shown, with: StoredProperty(Optional(held)))
      return [updater, screen]
    case .followed:
      let all = MultilevelCollectionProperty(StoredProperty([held]), \.self)
      updater.keepUpToDate(dependencies: [all]) {}
      return [updater, all]
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

  /// Hands objects to other threads, which release them while the owner writes and flushes.
  ///
  /// - Returns: the number of loads that are left, the difference from the right sum, and the
  ///   number of the source's subscribers.
  private static func releaseElsewhere(_ kind: Kind, rounds: Int) -> [Int] {
    let loads = LoadCount()
    let source = StoredProperty(0)
    let updater = Updater()
    let double = source.map { $0 * 2 }
    var sum = 0
    updater.keepUpToDate { sum += double.value }
    let done = DispatchSemaphore(value: 0)
    for round in 1...rounds {
      let slot = SharedSlot<[AnyObject]>()
      slot.content = make(kind, source, Load(loads))
      Thread.detachNewThread {
        slot.content = nil
        done.signal()
      }
      for value in 0..<4 { source.value = round * 4 + value }
    }
    for _ in 0..<rounds { done.wait() }
    // The next turn of the owner takes the deferred releases.
    source.value = -1
    let wanted = 2 * ((rounds * 4 + 4) * (rounds * 4 + 3) / 2 - 6) - 2
    return [loads.current, sum - wanted, source.subscriberCount]
  }

  @MainActor @Test(.hops, arguments: Kind.allCases)
  func `the main actor's objects may be released anywhere while it works`(kind: Kind) {
    #expect(Self.releaseElsewhere(kind, rounds: 40) == [0, 0, 1])
  }

  @MainActor @Test(.hops)
  func `law 14: inner effects of a run end first, also after a release elsewhere`() {
    let source = StoredProperty(0)
    var log: [String] = []
    let slot = SharedSlot<Updater>()
    slot.content = Updater()
    slot.content?.keepUpToDate { outer in
      outer.onCleanUp { log.append("outer") }
      for name in ["first", "second"] {
        outer.keepUpToDate { effect in
          log.append("\(name) \(source.value)")
          effect.onCleanUp { log.append(name) }
          effect.keepUpToDate { inner in inner.onCleanUp { log.append("in \(name)") } }
        }
      }
    }
    log = []
    slot.dropElsewhere()
    source.value = 1
    #expect(log == ["in second", "second", "in first", "first", "outer"])
    #expect(source.subscriberCount == 0)
  }

  @Test(.hops, arguments: Kind.allCases)
  func `law 14: an actor's objects may be released elsewhere while it flushes`(kind: Kind) async {
    let left = await PlainActor().run { Self.releaseElsewhere(kind, rounds: 40) }
    #expect(left == [0, 0, 1])
  }
}
