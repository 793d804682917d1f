import Differential
import Foundation
import Testing

@testable import Upkeep

/// Law 15: graphs, and parts of graphs, that are handed from one isolation to another and dropped
/// there, with and without a turn there before, while the first goes on working.
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

  // SAFETY: `value` is touched only while `lock` is held.
  final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    func add(_ number: Int) { lock.withLock { value += number } }
    var current: Int { lock.withLock { value } }
  }

  /// An object that closures hold; counts itself in and out, on any thread.
  final class Load: Sendable {
    let count: Count
    init(_ count: Count) {
      self.count = count
      count.add(1)
    }
    deinit { count.add(-1) }
  }

  /// A graph in which everything has computed where it was made.
  // SAFETY: handed over as Swift allows it with `sending`; `Sendable` so that one test covers all places.
  final class Model: @unchecked Sendable {
    var source: StoredProperty<Int>? = StoredProperty(1)
    var derived: DerivedProperty<Int>?
    var declared: DerivedProperty<Int>?
    var collection: MultilevelCollectionProperty<[Property<Int>]>?
    var updater: Updater? = Updater()
    var paused: Updater? = Updater()
    let cleanedUp: Count
    let begun: Count
    var runs = 0

    init(_ loads: Count, _ begun: Count, _ cleanedUp: Count) {
      self.begun = begun
      self.cleanedUp = cleanedUp
      guard let source else { return }
      let load = { Load(loads) }
      derived = { load in DerivedProperty { withExtendedLifetime(load) { source.value + 1 } } }(
        load())
      declared = { load in
        DerivedProperty(source, source) { first, second in
          withExtendedLifetime(load) { first + second }
        }
      }(load())
      let list = StoredProperty<[Property<Int>]>([source, source.map { $0 }])
      collection = { load in
        MultilevelCollectionProperty(list) { element in withExtendedLifetime(load) { [element] } }
      }(load())
      for updater in [updater, paused] {
        { load in
          _ = updater?.keepUpToDate { [unowned self, derived] effect in
            _ = withExtendedLifetime(load) { derived.map { $0.value + source.value } }
            runs += 1
            begun.add(1)
            effect.onCleanUp { cleanedUp.add(1) }
          }
        }(load())
      }
      paused?.pause()
      _ = (derived?.value, declared?.value, collection?.value)
    }

    func use() {
      source?.value += 1
      _ = (derived?.value, declared?.value, collection?.value)
    }

    func drop(_ part: Part) {
      switch part {
      case .derived: derived = nil
      case .declared: declared = nil
      case .collection: collection = nil
      case .updater: updater = nil
      case .paused: paused = nil
      case .whole:
        (derived, declared, collection, updater, paused, source) = (nil, nil, nil, nil, nil, nil)
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
  func `law 15: what was handed over is dropped without a touch of what it read`(way: Way) async {
    let (first, second) = (Home(), Home())
    let (loads, begun, cleanedUp) = (Count(), Count(), Count())
    // The sanitizer does not see that a continuation orders the code before it and after it; a lock it sees.
    let handOver = Count()
    let rounds = 6
    for round in 0..<rounds {
      let model = await Self.run(at: way.from, first) {
        defer { handOver.add(1) }
        return Model(loads, begun, cleanedUp)
      }
      // The place that it has left goes on with its own graph.
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
    // Objects that only their first owner can have now go with its next turn.
    await first.work()
    await Self.workOnMain()
    #expect(loads.current == 0)
    #expect(cleanedUp.current == begun.current)
    #expect(begun.current >= rounds * 2)
  }
}
