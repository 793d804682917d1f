import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// The page TestingStores.
@MainActor struct TestingStoresPage {
  @Test func `the test store of the page passes its test`() async throws {
    try await withTestStore(ChatState(), ChatInteractor(service: .mock)) { store in
      try store.send(.draftChanged("Hello")) { $0.draft = "Hello" }  // the reducer's change
      store.draft = "Hello everybody"  // the test's own write
      try store.send(.search("tea"))
      store.clock.advance(by: .milliseconds(300))  // nothing sleeps
      try await store.change { $0.found = .value(["green tea"]) }  // a write of an effect or a hook
    }  // nothing else: or it fails, with the difference
  }
}
