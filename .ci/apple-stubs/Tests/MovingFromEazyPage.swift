import Combine
import Upkeep
import UpkeepStore
import UpkeepUI

nonisolated private enum ChatAction: Equatable {
  case received(String)
  case typed(String)
}

@MainActor private struct ChatService {
  let received = PassthroughSubject<String, Never>()
  let keys = PassthroughSubject<String, Never>()
}

/// The page MovingFromEazyAndRecombine: a chat whose service publishes by Combine.
@MainActor private struct ChatInteractor: @MainActor Interactor {
  let service: ChatService

  func reduce(_ state: inout [String], _ action: ChatAction) {
    switch action {
    case .received(let text), .typed(let text): state.append(text)
    }
  }

  func hooks(_ store: StoreContext<[String], ChatAction>) -> [Hook] {
    Hook("received", service.received) { store.send(.received($0)) }  // every value of a burst
    // One value at a time: a subject drops what it sends meanwhile.
    Hook("asked", service.received.values) { store.send(.received($0)) }
  }
}

@MainActor struct MovingFromEazyPage {
  func `hooks follow a publisher, and the actions of a publisher are sent`() async {
    let service = ChatService()
    let store = Store([], ChatInteractor(service: service))
    store.send(contentsOf: service.keys.map { ChatAction.typed($0) })  // every action of a burst
    await store.send(contentsOf: service.keys.map { ChatAction.typed($0) }.values).finish()
  }
}
