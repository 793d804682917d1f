import Testing

@testable import Upkeep

/// An object that is dropped where its owner runs is gone on the next line.
///
/// With it go its nodes, its edges, and the objects that its closures and values held.
@Suite(.leavesNothing) struct FreedAtOnceTests {
  let source = StoredProperty(1)
  let loads = LoadCount()

  /// Makes and uses objects, and expects that nothing is left when they are dropped.
  private func expectNothing(ofWhat makeAndUse: (Load) -> [AnyObject]) {
    withNodeCount { count in
      do {
        let things = makeAndUse(Load(loads))
        #expect(count().nodes > 0 && loads.current == 1)
        withExtendedLifetime(things) {}
      }
      #expect(count().nodes <= 0 && count().edges <= 0)
    }
    #expect((loads.current, source.subscriberCount) == (0, 0))
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test(arguments: ForeignReleaseTests.Kind.properties, [0, 1, 2])
  func `a property goes at once, whether it was never read, read, or needed by an effect`(
    kind: ForeignReleaseTests.Kind, use: Int
  ) throws {
    expectNothing { load in
      let updater = Updater()
      guard let property = ForeignReleaseTests.property(kind, source, load) else { return [] }
      if use > 0 { _ = property.untypedValue }
      if use > 1 { updater.keepUpToDate { _ = property.untypedValue } }
      source.value = 2
      undoneTransaction {
        source.value = 3
        _ = property.untypedValue
      }
      return [property, updater]
    }
  }

  /// The uses of an updater.
  enum Use: CaseIterable, Sendable {
    case tracked, declared, failing, target, binding, twoWay, objects, when, transition, observation
  }

  private final class Screen {
    var shown = 0
    let load: Load
    init(_ load: Load) { self.load = load }
    func redraw() { shown += 1 }
  }

  private func start(_ use: Use, _ updater: Updater, _ screen: Screen) -> AnyObject {
    let load = screen.load
    switch use {
    case .tracked: return updater.keepUpToDate { withExtendedLifetime(load) { _ = source.value } }
    case .declared:
      return updater.keepUpToDate(dependencies: [source]) { withExtendedLifetime(load) {} }
    case .failing:
      return updater.keepUpToDate(onError: { _ in withExtendedLifetime(load) {} }) {
        if source.value > 1 { throw Refusal() }
      }
    case .target: return updater.keepUpToDate(screen) { $0.redraw() }
    case .binding: return updater.bind(object: screen, keyPath: \.shown, toProperty: source)
    case .twoWay: return updater.bind(source, StoredProperty(0))
    case .objects: return updater.bind(object: screen, keyPath: \.shown, with: source)
    case .when: return updater.when({ source.value < 0 }) { withExtendedLifetime(load) {} }
    case .transition: return updater.onTransition(source) { _, _ in withExtendedLifetime(load) {} }
    case .observation: return source.onChange { _ in withExtendedLifetime(load) {} }
    }
  }

  @Test(arguments: Use.allCases)
  func `each use of an updater goes at once when that is dropped`(use: Use) {
    expectNothing { load in
      let (updater, screen) = (Updater(), Screen(load))
      let token = start(use, updater, screen)
      updater.whilePaused { source.value = 2 }
      return [updater, screen, token]
    }
  }
}
