import Combine
import SwiftUI
import UIKit
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepUI

nonisolated private struct ChatState: Equatable {
  nonisolated struct Message: Equatable, Identifiable, Sendable {
    enum From: Equatable { case other, me }
    let id = UUID()
    let from: From
    let text: String
  }

  enum MessagesState: Equatable, Sendable {
    case loading
    case success([Message])
    case failure(String)
  }

  var messagesState: MessagesState = .loading
  var newMessageString = ""
}

private enum ChatAction: Equatable {
  case getMessages
  case sendMessage
}

nonisolated private struct ChatService: Sendable {
  let getMessages: nonisolated(nonsending) @Sendable () async throws -> [ChatState.Message]
  let sendMessage: @Sendable (ChatState.Message) -> Void
  let receivedMessage: AsyncStream<ChatState.Message>

  static var mock: ChatService {
    let (received, receive) = AsyncStream<ChatState.Message>.makeStream()
    return ChatService(
      getMessages: { [] }, sendMessage: { receive.yield($0) }, receivedMessage: received)
  }
}

private struct ChatInteractor: Interactor {
  let service: ChatService

  nonisolated(nonsending) func perform(
    _ action: ChatAction, _ store: StoreContext<ChatState, ChatAction>
  ) async {
    switch action {
    case .getMessages:
      do {
        store.messagesState = .loading
        let messages = try await service.getMessages()
        store.messagesState = .success(messages)
      } catch {
        store.messagesState = .failure("Something went wrong")
      }
    case .sendMessage:
      guard !store.newMessageString.isEmpty else { return }
      service.sendMessage(ChatState.Message(from: .me, text: store.newMessageString))
      store.newMessageString = ""
    }
  }

  func hooks(_ store: StoreContext<ChatState, ChatAction>) -> [Hook] {
    Hook("messageReceived", service.receivedMessage) { message in
      if case .success(let messages) = store.messagesState {
        withAnimation {
          store.messagesState = .success(messages + [message])
        }
      }
    }
  }
}

private struct MessageView: View {
  let text: String
  let color: Color

  var body: some View { Text(text).background { color } }
}

private struct NewMessageView: View {
  @Binding var message: String
  let send: () -> Void

  var body: some View {
    HStack {
      TextField("Message", text: $message)
      Button("Send") { send() }
    }
  }
}

private struct ChatView: View {
  @StateStore var store: Store<ChatState, ChatAction>

  var body: some View {
    NavigationView {
      VStack {
        ScrollView {
          switch store.messagesState {
          case .loading:
            ProgressView()
          case .success(let messages):
            LazyVStack {
              ForEach(messages) { message in
                Group {
                  switch message.from {
                  case .me:
                    HStack {
                      Spacer()
                      MessageView(text: message.text, color: .blue)
                    }
                  case .other:
                    HStack {
                      MessageView(text: message.text, color: .gray)
                      Spacer()
                    }
                  }
                }
                .padding(.vertical, 8)
              }
            }
          case .failure(let error):
            Text(error)
          }
        }
        NewMessageView(message: $store.newMessageString) {
          store.send(.sendMessage)
        }
        .padding()
      }
      .task {
        await store.send(.getMessages).finish()
      }
      .navigationTitle("Conversation")
    }
  }
}

/// The examples of Eazy's README that show views, written with Upkeep.
@MainActor struct EazyViews {
  func `Eazy, View: a chat, with its store, its bindings and its list`() {
    struct ChatApp: App {
      var body: some Scene {
        WindowGroup {
          ChatView(store: Store(ChatState(), ChatInteractor(service: .mock)))
        }
      }
    }
  }

  nonisolated private struct SomeState: Equatable {
    var text = "Hello"
    var isHidden = false
  }

  private enum SomeAction: Equatable { case buttonTapped }

  private struct SomeInteractor: Interactor {
    func reduce(_ state: inout SomeState, _ action: SomeAction) {
      switch action {
      case .buttonTapped: state.isHidden = !state.isHidden
      }
    }

    func hooks(_ store: StoreContext<SomeState, SomeAction>) -> [Hook] {
      Hook("textChanged", store.changes(of: \.text).map { $0.count.isMultiple(of: 2) }) {
        store.isHidden = $0
      }
    }
  }

  func `Eazy, UIKit: a view controller binds its text field, its label and its view`() {
    final class ViewController: UIViewController {
      let store = Store(SomeState(), SomeInteractor())
      let updater = Updater()
      let label = UILabel()
      lazy var textField: UITextField = {
        let textField = UITextField()
        textField.borderStyle = .roundedRect
        return textField
      }()
      lazy var hiddenView: UIView = {
        let view = UIView()
        view.backgroundColor = .red
        return view
      }()
      lazy var button: UIButton = {
        let button = UIButton(
          primaryAction: .init(handler: { [weak self] action in
            self?.store.send(.buttonTapped)
          }))
        button.setTitle("Toggle", for: .normal)
        return button
      }()

      override func viewDidLoad() {
        super.viewDidLoad()
        setupBindings()
      }

      func setupBindings() {
        updater.bind(object: textField, keyPath: \.text, with: store.bound(\.text))
        updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.text))
        updater.bind(
          object: hiddenView, keyPath: \.isHidden, toProperty: store.property(\.isHidden))
      }
    }
  }

  func `Eazy, Combine extensions: a publisher is written to a property, and a property is one`() {
    let store = Store(SomeState(), SomeInteractor())
    let (updater, label) = (Updater(), UILabel())
    let texts = PassthroughSubject<String, Never>()
    let text = StoredProperty("")
    // weakAssign(to:on:)
    updater.bind(texts, to: text)
    updater.bind(object: label, keyPath: \.text, toProperty: text)
    // first(timeout:)
    let first = store.property(\.text).publisher.first()
      .timeout(.seconds(1), scheduler: DispatchQueue.main)
    // log
    var cancellables: Set<AnyCancellable> = []
    first.handleEvents(receiveOutput: { print($0) }).sink { _ in }.store(in: &cancellables)
  }
}
