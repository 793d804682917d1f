import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Adding: Interactor {
  func reduce(_ state: inout Int, _ action: Int) { state += action }
}

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
    #expect(store.state == ["2"] && !task.isFinished)
    await task.finish()
    #expect(store.state == ["2", "began", "1", "ended"])
  }

  @Test(arguments: [true, false])
  func `settling waits neither for a gate elsewhere nor for code that sleeps`(isGate: Bool) async {
    let gate = Gate<Void>()
    let answer: @Sendable () async throws -> Void = { try await gate.value() }
    let waiting = Acting<[String], String> { [clock] action, store in
      if isGate { try await answer() } else { try await Task.sleep(for: .seconds(1), clock: clock) }
      store.modify { $0.append(action) }
    }
    let store = Store([], waiting)
    store.send("answer")
    await store.settle()
    #expect(store.state == [])
    gate.open(())
    await clock.pass(.seconds(1), in: store)
    #expect(store.state == ["answer"])
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
    await clock.pass(.seconds(1), in: store)
    #expect(store.state == nil)
    store.bound(\.self).value = []
    store.send(2)
    await clock.pass(.seconds(1), in: store)
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
    #expect([first, second].map(\.part?.isCopied) == [false, false])
  }
}

struct StoreWithoutActorTests {
  @Test func `an effect where no actor runs is reported once, and the state changes anyway`() {
    let mistakes = misuses {
      let store = Store(0, Adding(), name: "adding")
      for number in 1...2 { store.send(number) }
      #expect(store.state == 3)
    }
    #expect(mistakes.map { "\($0)".contains("an effect of adding") } == [true])
  }
}

private struct Oops: Error {}

/// Writes, and then throws: for the action `cancelled` a `CancellationError`.
private struct Throwing: Interactor {
  nonisolated(nonsending) func perform(
    _ action: String, _ store: StoreContext<[String], String>
  ) async throws {
    store.modify { $0.append(action) }
    if action == "cancelled" { throw CancellationError() }
    if action == "superseded" { store.cancel(id: "all") }
    throw Oops()
  }

  func policy(for action: String) -> EffectPolicy { .cancellable("all") }
}

struct ThrowingEffectTests {
  @Test func `an error of perform is reported once, unless it was cancelled`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { @MainActor in
      let store = Store([], Throwing(), name: "letters")
      for action in ["cancelled", "superseded", "sent"] { await store.send(action).finish() }
      precondition(store.state == ["cancelled", "superseded", "sent"])
      let whole = Store(
        ["", ""].map { _ in [String]() },
        Throwing().scoped(to: \[[String]].[0], action: Case<String, String>({ $0 }) { $0 }),
        name: "parts")
      await whole.send("inside").finish()
      precondition(whole.state == [["inside"], []])
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("the effect of sent in letters"))
    #expect(text.contains("the effect of inside in parts"))
    #expect(text.components(separatedBy: "Oops(). It has ended").count == 3)
    #expect(!text.contains("the effect of superseded"))
  }
}
