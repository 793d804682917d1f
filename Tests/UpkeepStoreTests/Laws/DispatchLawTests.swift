import Differential
import Testing
import Upkeep
import UpkeepStore

/// An action whose effect waits `delay` seconds and then sends the actions in `next`.
private struct Step: Equatable {
  let id: Int
  let delay: Int
  let next: [Step]

  static func random(_ size: inout Int, _ id: inout Int, _ random: inout SplitMix64) -> Step {
    let number = id
    id += 1
    size -= 1
    var next: [Step] = []
    while size > 0, Bool.random(using: &random) { next.append(.random(&size, &id, &random)) }
    return Step(id: number, delay: Int.random(in: 0...3, using: &random), next: next)
  }
}

private func stepping() -> Acting<[Int], Step> {
  Acting(Reducer { $0.append($1.id) }) { step, store in
    try await store.sleep(for: .seconds(step.delay))
    for next in step.next { store.send(next) }
  } policies: {
    $0.delay == 0 && $0.next.isEmpty ? .never : .concurrent
  }
}

/// The time at which each action is sent, computed without a store.
private struct Plan {
  private(set) var sent: [Int: Int] = [:]
  private(set) var end = 0

  init(_ steps: [Step], serially: Bool) {
    for step in steps { add(step, at: serially ? end : 0) }
  }

  private mutating func add(_ step: Step, at time: Int) {
    sent[step.id] = time
    end = max(end, time + step.delay)
    for next in step.next { add(next, at: time + step.delay) }
  }
}

/// Random trees of actions, sent in every way and compared with a plan that knows no store.
@MainActor @Suite struct DispatchLawTests {
  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `each action comes at its time, and collected ones together at the end`(
    _ way: (serially: Bool, collect: Bool)
  ) async {
    for seed in 0..<UInt64(amount(20, long: 200)) {
      var random = SplitMix64(seed: seed)
      var (size, id) = (12, 0)
      var steps: [Step] = []
      while size > 0 { steps.append(.random(&size, &id, &random)) }
      let plan = Plan(steps, serially: way.serially)
      let cancelled = Int.random(in: 0...3, using: &random) == 0 ? plan.end / 2 : nil
      await play(steps, plan, way, cancelled, "seed \(seed)")
    }
  }

  private func play(
    _ steps: [Step], _ plan: Plan, _ way: (serially: Bool, collect: Bool), _ cancelled: Int?,
    _ comment: Comment
  ) async {
    let clock = ManualClock()
    let store = Store([], stepping(), clock: clock)
    let updater = Updater()
    var seen: [(time: Duration, ids: [Int])] = []
    updater.keepUpToDate { [unowned store] in seen.append((clock.now.offset, store.state)) }
    let task = store.send(contentsOf: steps, serially: way.serially, collect: way.collect)
    var finished: Int?
    for second in 0...plan.end {
      await store.settle()
      if finished == nil, task.isFinished, !task.isCancelled { finished = second }
      if second == cancelled { task.cancel() }
      clock.advance(by: .seconds(1))
    }
    #expect(task.isFinished, comment)
    let isCut = task.isCancelled
    #expect(finished == (isCut ? nil : plan.end), comment)
    let expected = plan.sent.filter { !isCut || !way.collect && $0.value <= cancelled ?? 0 }
    #expect(store.state.sorted() == expected.keys.sorted(), comment)
    if way.collect {
      #expect(seen.count == (isCut ? 1 : 2), comment)
      #expect(isCut || seen.last?.time == .seconds(plan.end), comment)
    } else {
      for (before, after) in zip(seen, seen.dropFirst()) {
        for id in after.ids.dropFirst(before.ids.count) {
          #expect(after.time == .seconds(plan.sent[id] ?? -1), comment)
        }
      }
    }
    let times = store.state.map { plan.sent[$0] ?? -1 }
    #expect(times == times.sorted(), comment)
  }
}

/// Several actions, and actions that pass a middleware, in a store without a trace and without an
/// observer of actions.
///
/// Such actions take a shorter way.
struct SendingAtOnceTests {
  private let updater = Updater()

  @Test func `several actions are one change for observers, in either way of editing`() {
    for rule in [nil, ChangeRule<[Int]>.always] {
      let store = Store([0], Reducer<[Int], Int> { $0[0] += $1 }, changes: rule)
      let seen = Seen { store.property(\.first).value }
      store.send(1, 2, 3)
      store.send(contentsOf: [1, -1])
      #expect(seen.values == [0, 6])
    }
  }

  @Test func `a send without actions is no change`() {
    let store = Store(0, adding, changes: .always)
    let mute = Store(0, adding, middleware: .filter { _, _ in false }, changes: .always)
    let seen = [Seen { store.state }, Seen { mute.state }]
    store.send(contentsOf: [])
    mute.send(1)
    mute.send(1, 2)
    #expect(seen.map(\.values) == [[0], [0]])
  }

  @Test func `each action passes the middleware before any of them changes the state`() {
    var sums: [Int] = []
    let store = Store(
      0, adding, middleware: .sideEffect { sum, _ in sums.append(sum) },
      Middleware { _, action, _ in [action, action] },
      .filter { _, action in action != 3 },
      .map { _, action in action == 1 ? 10 : action })
    let seen = Seen { store.state }
    store.send(1, 2, 3)
    store.send(1)
    #expect((sums, seen.values) == ([0, 0, 0, 24], [0, 24, 44]))
  }

  @Test func `an action that a middleware or an observer sends waits for those sent together`() {
    let store = Store(
      [], Reducer<[Int], Int> { $0.append($1) },
      middleware: Middleware { _, action, send in
        if action == 1 { send(10) }
        return [action]
      })
    updater.keepUpToDate {
      if store.state.count != 2 { return }
      store.send(20)
      store.send(30, 40)
    }
    let seen = Seen { store.state }
    store.send(1, 2)
    #expect(seen.values == [[], [1, 2], [1, 2, 10], [1, 2, 10, 20], [1, 2, 10, 20, 30, 40]])
  }

  @Test func `a middleware that begins a trace has its own action traced`() {
    for count in 1...2 {
      var told: [String] = []
      weak var tracing: Store<Int, Int>?
      let store = Store(
        0, adding,
        middleware: .sideEffect { _, _ in
          tracing?.trace = Trace {
            if case .action(let action, let cause) = $0 { told.append("\(action) \(cause)") }
          }
        })
      tracing = store
      if count == 1 { store.send(1) } else { store.send(1, 2) }
      #expect(told == ["1 user", "2 user"].prefix(count).map { $0 })
    }
  }

  @Test func `a middleware that keeps the closure that sends keeps no store`() {
    var kept: ((Int) -> Void)?
    var store: Store<Int, Int>? = Store(
      0, adding,
      middleware: Middleware { _, action, send in
        kept = send
        return [action]
      })
    store?.send(1)
    kept?(2)
    #expect(store?.state == 3)
    weak let last = store
    store = nil
    #expect(last == nil)
    kept?(3)
  }

  @Test func `a rolled back transaction undoes several actions`() {
    let store = Store(0, adding, middleware: .filter { _, _ in true })
    let seen = Seen { store.state }
    undone {
      store.send(1, 2)
      store.send(3)
    }
    store.send(4, 5)
    #expect(seen.values == [0, 9])
  }
}
