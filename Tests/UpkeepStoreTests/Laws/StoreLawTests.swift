import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

@MainActor struct StoreLawTests {
  private let clock = ManualClock()

  @Test func `an effect begins after send has returned, and writes`() async {
    let appending = Reducer<[String], Int> { $0.append("\($1)") }
    let store = Store(
      [],
      Acting(appending) { number, store in
        if number == 1 { return }
        store.modify { $0.append("began") }
        await Task.yield()
        store.send(number - 1)
        store.modify { $0.append("ended") }
      })
    let task = store.send(2)
    #expect(store.state == ["2"])
    #expect(!task.isFinished)
    await task.finish()
    #expect(store.state == ["2", "began", "1", "ended"])
  }

  @Test func `settling does not wait for a gate with an effect of another executor`() async {
    let gate = Gate<Int>()
    let answer: @Sendable () async throws -> Int = { try await gate.value() }
    let store = Store(
      0,
      Acting<Int, Int> { action, store in
        guard let answer = try? await answer() else { return }
        store.modify { $0 += answer + action }
      })
    store.send(1)
    await store.settle()
    #expect(store.state == 0)
    gate.open(10)
    await store.settle()
    #expect(store.state == 11)
  }

  @Test func `a wait of no time is over at once`() async {
    let waiting = Acting<Int, Int>(policy: .debounced("all", for: .zero)) { action, store in
      try? await store.sleep(for: .zero)
      store.modify { $0 = action }
    }
    let store = Store(0, waiting, clock: clock)
    await store.send(7).finish()
    #expect(store.state == 7)
  }

  @Test func `an interactor that is found to have no effects begins no more of them`() async {
    struct Adding: Interactor {
      func reduce(_ state: inout Int, _ action: Int) { state += action }
    }
    for interactor in [AnyInteractor(Adding()), Adding().scoped(to: \.self, action: .same)] {
      var started = 0
      let store = Store(
        0, interactor, trace: Trace { if case .effectStarted = $0 { started += 1 } })
      for _ in 0..<2 { await store.send(1).finish() }
      #expect(store.state == 2 && started == 1)
    }
  }

  @Test func `an interactor of an optional field rests while that is nil`() async {
    // Appends a number at once, and ten times the number after a second.
    let child = Acting<[Int], Int>(Reducer { $0.append($1) }) { action, store in
      try? await store.sleep(for: .seconds(1))
      if action < 10 { store.send(action * 10) }
    } hooks: { store in
      Hook("long", store.changes(of: \.count).filter { $0 == 3 }) { _ in
        store.modify { $0.append(-1) }
      }
    }
    let store = Store(
      [Int]?.none, child.scoped(to: \.self, case: .some, action: .same), clock: clock)
    store.send(1)
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == nil)
    store.bound(\.self).value = []
    store.send(2)
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == [2, 20])
    store.send(3)
    #expect(store.state == [2, 20, 3, -1])
  }

  @Test func `the value of an optional field is edited without a copy`() {
    final class Memory {}
    struct Part {
      var memory = Memory()
      var isCopied = false
    }
    struct Whole { var part: Part? = Part() }
    let editing = Reducer<Part, Int> { part, _ in
      part.isCopied = !isKnownUniquelyReferenced(&part.memory)
    }
    let reducer: Reducer<Whole, Int> = editing.scoped(to: \.part, case: .some, action: .same)
    let interactor: AnyInteractor<Whole, Int> = editing.scoped(
      to: \.part, case: .some, action: .same)
    var (first, second) = (Whole(), Whole())
    reducer.reduce(&first, 1)
    interactor.reduce(&second, 1)
    #expect(first.part?.isCopied == false)
    #expect(second.part?.isCopied == false)
  }
}

struct StoreWithoutActorTests {
  @Test func `an effect where no actor runs is reported once, and the state changes anyway`() {
    struct Adding: Interactor {
      func reduce(_ state: inout Int, _ action: Int) { state += action }
    }
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) {
      let store = Store(0, Adding(), name: "adding")
      store.send(1)
      store.send(2)
      #expect(store.state == 3)
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.description.contains("an effect of adding") == true)
  }
}
