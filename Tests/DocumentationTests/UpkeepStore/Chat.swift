import Upkeep
import UpkeepScope
import UpkeepStore

/// The chat of several pages.
nonisolated struct ChatService {
  let incoming: AsyncStream<String>
  let send: nonisolated(nonsending) (String) async -> Void
  let search: nonisolated(nonsending) (String) async throws -> [String]
  let save: (String) -> Void

  static var mock: ChatService {
    ChatService(
      incoming: AsyncStream { _ in }, send: { _ in }, search: { ["green \($0)"] }, save: { _ in })
  }
}

nonisolated struct ChatState: Equatable {
  var messages: [String] = []
  var draft = ""
  var isLong = false
  var found = Loadable<[String]>.value([])
}

nonisolated enum ChatAction: Equatable {
  case received(String)
  case draftChanged(String)
  case search(String)
  case send(String)
}
