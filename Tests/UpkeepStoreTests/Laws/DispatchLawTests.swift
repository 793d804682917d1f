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
