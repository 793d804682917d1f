import UpkeepScope
public import UpkeepStore

/// The behaviour of the chat.
public struct ChatInteractor: Interactor {
  /// The state that the screen shows.
  public typealias State = ChatState
  /// The requests.
  public typealias Action = ChatAction

  /// The pause in typing after which a search begins.
  public static let pause = Duration.milliseconds(300)

  let service: ChatService

  /// Creates an interactor.
  ///
  /// - Parameter service: the service to use.
  public init(service: ChatService) { self.service = service }

  /// Makes the immediate changes: a sent message is on the screen before the service has it.
  public func reduce(_ state: inout ChatState, _ action: ChatAction) {
    switch action {
    case .load: state.messages = .loading(previous: state.messages.value)
    case .received(let message): state.append(message)
    case .send:
      if state.draft.isEmpty { return }
      state.writtenCount += 1
      state.append(
        Message(
          id: "\(Message.me) \(state.writtenCount)", author: Message.me, text: state.draft,
          delivery: .sending))
      state.draft = ""
    case .retry: state.setDelivery(.sending) { $0.hasFailed }
    case .search(let query): state.search = ChatState.Search(query: query)
    case .cancelSearch: state.search = nil
    }
  }

  /// Does the work that takes time.
  public nonisolated(nonsending) func perform(_ action: ChatAction, _ store: Context) async {
    switch action {
    case .load: await load(store)
    case .send: await sendAll(store)
    case .retry:
      if store.messages.error != nil { store.send(.load) }
      if let search = store.search, search.results.error != nil {
        store.send(.search(search.query))
      }
      await sendAll(store)
    case .search(let query):
      store.search?.results = await Loadable { try await service.search(query) }
    case .received, .cancelSearch: break
    }
  }

  /// Listens to incoming messages, and saves the typed text so that it outlives the screen.
  public func hooks(_ store: Context) -> [Hook] {
    Hook("received", service.incoming) { store.send(.received($0)) }
    Hook("draft", store.changes(of: \.draft)) { service.saveDraft($0) }
  }

  /// Orders the effects: messages arrive in the order in which they were sent, and a search
  /// cancels the search before it.
  public func policy(for action: ChatAction) -> EffectPolicy {
    switch action {
    case .load: .latest("history")
    case .send, .retry: .serial("messages")
    case .search: .debounced("search", for: Self.pause)
    case .cancelSearch: .latest("search")
    case .received: .never
    }
  }

  private nonisolated(nonsending) func load(_ store: Context) async {
    do {
      let history = try await service.history()
      store.modify { $0.merge(history) }
    } catch {
      store.messages = .failed(error, previous: store.messages.value)
    }
  }

  private nonisolated(nonsending) func sendAll(_ store: Context) async {
    // A cancelled effect can no longer change the store, in which the message would stay.
    while !Task.isCancelled, let message = store.outgoing {
      let delivery: Message.Delivery
      do {
        try await service.send(message)
        delivery = .delivered
      } catch {
        delivery = .failed("\(error)")
      }
      store.modify { state in state.setDelivery(delivery) { $0.id == message.id } }
    }
  }
}
