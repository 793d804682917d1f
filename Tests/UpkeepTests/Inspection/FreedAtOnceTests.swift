import Testing

@testable import Upkeep

/// An object dropped where its owner runs is gone on the next line.
///
/// Its nodes and its edges go, and the objects that its closures and values held.
@Suite(.leavesNothing) struct FreedAtOnceTests {
  enum Kind: CaseIterable, Sendable {
    case stored, declared, tracked, previous, catching, manual, shared, ruled, tentative, layered
    case connectable, multilevel, optional, collection, dictionary
  }

  /// An object that closures hold.
  private final class Load {}

  private static func make(_ kind: Kind, _ source: StoredProperty<Int>, holding load: Load)
    -> UntypedProperty
  {
    let held = DerivedProperty { withExtendedLifetime(load) { source.value } }
    switch kind {
    case .stored: return StoredProperty(load)
    case .declared: return held.map { $0 }
    case .tracked: return held
    case .previous:
      return DerivedProperty(fromPrevious: { ($0 ?? 0) + held.value } as (Int?) -> Int)
    case .catching: return DerivedProperty.catching { held.value }
    case .manual:
      return ManuallyRecalculatedDerivedProperty { withExtendedLifetime(load) { held.value } }
    case .shared: return PassThroughProperty(held)
    case .ruled: return PassThroughProperty(held, changes: .always)
    case .tentative: return TentativeProperty(held)
    case .layered:
      let shown = TentativeProperty(held)
      shown.set(5)
      shown.apply(until: .untilConfirmed) { value in withExtendedLifetime(load) { value + 1 } }
      return shown
    case .connectable:
      let level = ConnectableProperty(0)
      level.connect(held)
      return level
    case .multilevel: return MultilevelProperty(held) { _ in held }
    case .optional: return MultilevelOptionalProperty(held) { _ in held }
    case .collection: return MultilevelCollectionProperty(StoredProperty([held]), \.self)
    case .dictionary: return MultilevelCollectionProperty(StoredProperty(["key": held]), \.self)
    }
  }

  @Test(arguments: Kind.allCases, [0, 1, 2])
  func `never read, read, or needed by an effect`(kind: Kind, use: Int) {
    let source = StoredProperty(1)
    weak var load: Load?
    withNodeCount { count in
      do {
        let living = Load()
        load = living
        let property = Self.make(kind, source, holding: living)
        let updater = Updater()
        if use > 0 { _ = property.untypedValue }
        if use > 1 { updater.keepUpToDate { _ = property.untypedValue } }
        source.value = 2
        try? transaction {
          source.value = 3
          _ = property.untypedValue
          throw Refusal()
        }
        #expect(count().nodes > 0)
        withExtendedLifetime((property, updater)) {}
      }
      #expect(count().nodes <= 0)
      #expect(count().edges <= 0)
    }
    #expect(load == nil)
    #expect(source.subscriberCount == 0)
    #expect(Graph.violations(around: [source]) == [])
  }

  /// The uses of an updater.
  enum Use: CaseIterable, Sendable {
    case tracked, declared, failing, target, binding, twoWay, objects, when, transition, observation
  }

  private final class Screen {
    var shown = 0
    func redraw() { shown += 1 }
  }

  private func start(
    _ use: Use, _ updater: Updater, _ source: StoredProperty<Int>, _ screen: Screen,
    holding load: Load
  ) -> [AnyObject] {
    switch use {
    case .tracked: return [updater.keepUpToDate { withExtendedLifetime(load) { _ = source.value } }]
    case .declared:
      return [updater.keepUpToDate(dependencies: [source]) { withExtendedLifetime(load) {} }]
    case .failing:
      return [
        updater.keepUpToDate(onError: { _ in withExtendedLifetime(load) {} }) {
          if source.value > 1 { throw Refusal() }
        }
      ]
    case .target: return [updater.keepUpToDate(screen) { $0.redraw() }]
    case .binding:
      return [updater.bind(object: screen, keyPath: \.shown, toProperty: source)]
    case .twoWay: return [updater.bind(source, StoredProperty(0))]
    case .objects: return [updater.bind(object: screen, keyPath: \.shown, with: source)]
    case .when:
      return [updater.when({ source.value < 0 }) { withExtendedLifetime(load) {} }]
    case .transition:
      return [updater.onTransition(source) { _, _ in withExtendedLifetime(load) {} }]
    case .observation: return [source.onChange { _ in withExtendedLifetime(load) {} }]
    }
  }

  @Test(arguments: Use.allCases)
  func `each use of an updater, when it is dropped`(use: Use) {
    let source = StoredProperty(1)
    let screen = Screen()
    weak var load: Load?
    withNodeCount { count in
      do {
        let living = Load()
        load = living
        let updater = Updater()
        let tokens = start(use, updater, source, screen, holding: living)
        updater.pause()
        source.value = 2
        updater.unpause()
        #expect(count().nodes > 0)
        withExtendedLifetime((updater, tokens)) {}
      }
      #expect(count().nodes <= 0)
      #expect(count().edges <= 0)
    }
    #expect(load == nil)
    #expect(source.subscriberCount == 0)
  }
}
