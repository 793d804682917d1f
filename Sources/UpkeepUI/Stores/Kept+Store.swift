#if canImport(SwiftUI)
  public import SwiftUI
  public import UpkeepStore

  // This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  // run.

  /// Another name of `Kept`, for stores: `@StateStore var store: Store<ChatState, ChatAction>`.
  public typealias StateStore<Content, Action> = Kept<Store<Content, Action>>

  extension Kept.Bindings {
    /// A binding to a field of a store; a write sends no action.
    ///
    ///     struct ChatView: View {
    ///       @Kept var store: Store<ChatState, ChatAction>
    ///
    ///       var body: some View {
    ///         TextField("Message", text: $store.draft)
    ///         Button("Send") { store.send(.sendMessage) }
    ///       }
    ///     }
    ///
    ///     ChatView(store: Store(ChatState(), ChatInteractor(service: .mock)))
    ///
    /// - Parameter field: the key path of the field.
    public subscript<Content, Action, Value>(
      dynamicMember field: WritableKeyPath<Content, Value>
    ) -> Binding<Value> where Model == Store<Content, Action> { model.binding(field) }

    /// A binding to a field of a store; a write sends the store's binding action.
    ///
    /// - Parameter field: the key path of the field.
    @_documentation(visibility: internal)
    public subscript<Content, Action: BindableAction<Content>, Value: Equatable & Sendable>(
      dynamicMember field: any WritableKeyPath<Content, Value> & Sendable
    ) -> Binding<Value> where Model == Store<Content, Action> { model.binding(field) }
  }
#endif
