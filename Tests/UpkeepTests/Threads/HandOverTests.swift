import Differential
import Foundation
import Testing

@testable import Upkeep

/// Law 15: graphs, and parts of graphs, that one isolation hands to another, which drops them.
///
/// The receiver may take a turn before the drop, and the first isolation goes on working.
///
/// Run it under the thread sanitizer: see `ThreadTests`.
@Suite(.leavesNothing) struct HandOverTests {
  enum Part: CaseIterable, Sendable { case derived, declared, collection, updater, paused, whole }
  enum Place: CaseIterable, Sendable { case actor, main, thread }

  struct Way: Sendable, CustomTestStringConvertible {
    let part: Part
    let from: Place
    let to: Place
    let isUsed: Bool
    var testDescription: String { "\(part), \(from) to \(to)\(isUsed ? ", used" : "")" }

    static let all = Part.allCases.flatMap { part in
      Place.allCases.flatMap { from in
        Place.allCases.flatMap { to in
          [false, true].map { Way(part: part, from: from, to: to, isUsed: $0) }
        }
      }
    }
  }

  /// A graph whose values have all computed where it was made.
  // SAFETY: handed over as `sending` would allow; `Sendable` lets one test cover all places.
  final class Model: @unchecked Sendable {
    private var source: StoredProperty<Int>? = StoredProperty(1)
    private var properties: [Part: UntypedProperty] = [:]
    private var updaters: [Part: Updater] = [.updater: Updater(), .paused: Updater()]
    private(set) var runs = 0

    init(_ loads: LoadCount, _ begun: LoadCount, _ cleanedUp: LoadCount) {
      guard let source else { return }
      let derived = DerivedProperty { [load = Load(loads)] in
        withExtendedLifetime(load) { source.value + 1 }
      }
      let list = StoredProperty<[Property<Int>]>([source, source.map { $0 }])
      properties = [
        .derived: derived,
        .declared: DerivedProperty(source, source) { [load = Load(loads)] first, second in
          withExtendedLifetime(load) { first + second }
        },
        .collection: MultilevelCollectionProperty(list) { [load = Load(loads)] element in
          withExtendedLifetime(load) { [element] }
        },
      ]
      for updater in updaters.values {
        updater.keepUpToDate { [unowned self, load = Load(loads)] effect in
          _ = withExtendedLifetime(load) { derived.value + source.value }
          runs += 1
          begun.add(1)
          effect.onCleanUp { cleanedUp.add(1) }
        }
      }
      updaters[.paused]?.pause()
      read()
    }

    private func read() { for property in properties.values { _ = property.untypedValue } }

    func use() {
      source?.value += 1
      read()
    }

    func drop(_ part: Part) {
      if part == .whole {
        (properties, updaters, source) = ([:], [:], nil)
      } else {
        properties[part] = nil
        updaters[part] = nil
      }
    }
  }

  private actor Home {
    private let own = StoredProperty(0)
    private let updater = Updater()
    func run<Result: Sendable>(_ body: @Sendable () -> Result) -> Result { body() }
    func work() {
      if own.value == 0 { updater.keepUpToDate { [own] in _ = own.value } }
      for _ in 0..<50 { own.value += 1 }
    }
  }

  @MainActor private static let own = StoredProperty(0)
  @MainActor private static func workOnMain() { for _ in 0..<50 { own.value = own.value + 1 } }

  private static func run<Result: Sendable>(
    at place: Place, _ home: Home, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    switch place {
    case .actor: return await home.run(body)
    case .main: return await MainActor.run(body: body)
    case .thread: return await onItsOwnThread(body)
    }
  }

  @Test(.hops, arguments: Way.all)
  func `law 15: a handed over value is dropped without a touch of its inputs`(way: Way) async {
    let (first, second) = (Home(), Home())
    let (loads, begun, cleanedUp) = (LoadCount(), LoadCount(), LoadCount())
    // The thread sanitizer does not know that a continuation orders the code before it and after
    // it; it knows locks.
    let handOver = LoadCount()
    let rounds = 6
    for round in 0..<rounds {
      let model = await Self.run(at: way.from, first) {
        defer { handOver.add(1) }
        return Model(loads, begun, cleanedUp)
      }
      // The place that the model has left goes on with its own graph.
      async let work: Void = way.from == .main ? Self.workOnMain() : first.work()
      await Self.run(at: way.to, second) {
        handOver.add(-1)
        if way.isUsed { model.use() }
        let runs = model.runs
        model.drop(way.part)
        model.use()
        for _ in 0..<round { model.use() }
        model.drop(.whole)
        if way.part == .updater || way.part == .whole { precondition(model.runs == runs) }
      }
      await work
    }
    // Some objects can only be freed by their first owner, in its next turn.
    await first.work()
    await Self.workOnMain()
    #expect(loads.current == 0)
    #expect(cleanedUp.current == begun.current)
    #expect(begun.current >= rounds * 2)
  }
}
