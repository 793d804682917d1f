import Differential
import Foundation
import Observation
import Testing

@testable import Upkeep

@Observable private final class Account {
  var balance = 100
}

// SAFETY: `stored` is touched only while `lock` is held.
/// A model that any thread may change.
private final class Shared: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let lock = NSLock()
  private var stored = 0

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return lock.withLock { stored }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) { lock.withLock { stored = newValue } }
    }
  }

  /// Announces a change, and stores the value `seconds` later.
  func write(_ value: Int, after seconds: TimeInterval) {
    registrar.withMutation(of: self, keyPath: \.value) {
      Thread.sleep(forTimeInterval: seconds)
      lock.withLock { stored = value }
    }
  }
}

/// Changes a model in an isolation that does not follow it.
private actor Writer {
  func write(_ value: Int, to model: Shared, after seconds: TimeInterval) {
    model.write(value, after: seconds)
  }
}

// SAFETY: handed from place to place, and used in one place at a time.
/// A graph that follows a model, and is handed over.
private final class Books: @unchecked Sendable {
  let account = Account()
  let rate = StoredProperty(1)
  let balance: DerivedProperty<Int>
  let worth: DerivedProperty<Int>
  var updater: Updater?
  var seen: [Int] = []

  init() {
    let (account, rate) = (account, rate)
    let balance = DerivedProperty(.observing) { account.balance }
    self.balance = balance
    worth = DerivedProperty(balance, rate) { $0 * $1 }
  }

  /// Makes an effect that sees the last value.
  func observe() {
    let updater = Updater()
    self.updater = updater
    updater.keepUpToDate { [unowned self] in seen.append(worth.value) }
  }
}

/// An actor with an executor of its own, which is another object.
private actor Clerk {
  private final class Desk: SerialExecutor {
    private let queue = DispatchQueue(label: "desk")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private nonisolated let desk = Desk()
  nonisolated var unownedExecutor: UnownedSerialExecutor { desk.asUnownedSerialExecutor() }

  private let graph = Books()
  private var direct: [Int] = []

  /// Follows a model by a derived value, and by an effect directly.
  func follow() -> [Misuse] {
    let balance = DerivedProperty(.observing) { [account = graph.account] in account.balance }
    let updater = Updater()
    graph.updater = updater
    return misuses {
      updater.keepUpToDate { [graph] in graph.seen.append(balance.value) }
      updater.keepUpToDate(.observing) { [graph] in self.direct.append(graph.account.balance) }
    }
  }

  func change(to balance: Int) { graph.account.balance = balance }

  var seen: [[Int]] { [graph.seen, direct] }

  func stop() { graph.updater = nil }
}

/// An actor that no other test uses.
@globalActor actor HandOverActor { static let shared = HandOverActor() }

@Suite(.serialized) @HandOverActor struct ModelHandOverTests {
  private nonisolated func made() async -> Books {
    await onItsOwnThread {
      let graph = Books()
      #expect(graph.worth.value == 100)
      return graph
    }
  }

  @Test func `a graph made without an owner follows models on the actor that receives it`() async {
    let graph = await made()
    graph.account.balance = 150
    #expect(graph.worth.value == 150)
    graph.observe()
    graph.account.balance = 200
    #expect(await eventually { graph.seen == [150, 200] })
  }

  @Test func `a task without an owner takes its announcements along`() async {
    let seen = await Task.detached {
      let graph = Books()
      graph.observe()
      for balance in 2...51 {
        graph.account.balance = balance
        await Task.yield()
        graph.rate.value = balance
        #expect(graph.seen.last == balance * balance)
      }
      return graph.seen
    }.value
    #expect(seen.count == 51)
  }

  @Test(arguments: [false, true])
  func `a graph follows models where it is, even if news waits elsewhere`(wasHere: Bool) async {
    let graph = wasHere ? Books() : await made()
    // The announcement waits until this actor is free, or takes a turn.
    if wasHere {
      #expect(graph.worth.value == 100)
      graph.account.balance = 150
    }
    withStack(bytes: 1 << 20) {
      if !wasHere { graph.account.balance = 150 }
      graph.observe()
      graph.account.balance = 200
      graph.rate.value = 2
      graph.updater = nil
    }
    #expect(graph.seen == [150, 400])
  }

  @Test func `law M3: a model that threads change ends on the owner`() async {
    let model = Shared()
    let value = DerivedProperty(.observing) { model.value }
    let updater = Updater()
    var seen: [[Int]] = [[], []]
    updater.keepUpToDate { seen[0].append(value.value) }
    updater.keepUpToDate(.observing) { seen[1].append(model.value) }
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          await onItsOwnThread { for step in 1...100 { model.value = writer * 1_000 + step } }
        }
      }
    }
    await onItsOwnThread { model.value = 7 }
    #expect(await eventually { seen.map(\.last) == [7, 7] })
    #expect(value.value == 7)
  }

  @Test func `law M3: a change that is stored long after its announcement is awaited`() async {
    let model = Shared()
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate(.observing) { seen.append(model.value) }
    await Writer().write(7, to: model, after: 0.1)
    #expect(await eventually { seen == [0, 7] })
  }

  @Test func `an actor with its own executor runs the jobs of its values`() async {
    let clerk = Clerk()
    #expect(await clerk.follow().isEmpty)
    await clerk.change(to: 150)
    var seen: [[Int]] = []
    for _ in 0..<10_000 where seen != [[100, 150], [100, 150]] {
      try? await Task.sleep(for: .milliseconds(1))
      seen = await clerk.seen
    }
    #expect(seen == [[100, 150], [100, 150]])
    await clerk.stop()
  }
}

@Suite struct ModelThreadTests {
  @Test func `law M2: an observing effect without an isolation is refused, and says so`() async {
    let found = await Task.detached {
      let account = Account()
      let updater = Updater()
      var runs = 0
      let found = misuses {
        updater.keepUpToDate(.observing, name: "e") {
          _ = account.balance
          runs += 1
        }
      }
      return runs == 0 ? found.map(\.description) : ["ran"]
    }.value
    #expect(found.map { $0.contains("actor") } == [true])
  }

  @Test func `law M2: without an isolation each read computes, and turns wake effects`() async {
    await Task.detached {
      let account = Account()
      let rate = StoredProperty(1)
      let calls = KeyedCalls()
      let balance = DerivedProperty(.observing) { calls.counted(account.balance) }
      #expect((balance.value, balance.value, calls.count) == (100, 100, 2))
      account.balance = 5
      #expect(balance.value == 5)
      let updater = Updater()
      let seen = Seen(in: updater) { balance.value * rate.value }
      rate.value = 2
      #expect(seen.values == [5, 10])
      account.balance = 6
      rate.value = 3
      #expect(seen.values == [5, 10, 18])
      let other = StoredProperty(0)
      account.balance = 7
      other.value = 1
      #expect(seen.values == [5, 10, 18, 21])
      updater.keepUpToDate {
        if rate.value != 4 { return }
        account.balance = 8
        #expect(balance.value == 8)
      }
      rate.value = 4
      #expect(seen.values.last == 32)
    }.value
  }
}
