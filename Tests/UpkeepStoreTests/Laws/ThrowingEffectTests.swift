import Foundation
import Testing
import UpkeepStore

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
    #expect(text.components(separatedBy: "Oops()").count == 3)
    #expect(!text.contains("the effect of superseded"))
  }
}
