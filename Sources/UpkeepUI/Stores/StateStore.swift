#if canImport(SwiftUI)
  public import SwiftUI
  public import UpkeepStore

  /// A store that a view creates on its first use and keeps while it is shown.
  ///
  ///     struct ChatView: View {
  ///       @StateStore var store: Store<ChatState, ChatAction>
  ///
  ///       var body: some View {
  ///         TextField("Message", text: $store.draft)
  ///         Button("Send") { store.send(.sendMessage) }
  ///       }
  ///     }
  ///
  ///     ChatView(store: Store(ChatState(), ChatInteractor(service: .mock)))
  ///
  /// This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  /// run.
  @propertyWrapper
  public struct StateStore<Content, Action>: DynamicProperty {
    @Kept private var store: Store<Content, Action>

    /// Creates the wrapper.
    ///
    /// - Parameter make: makes the store; called at most once for each view on the screen.
    public init(wrappedValue make: @autoclosure @escaping () -> Store<Content, Action>) {
      _store = Kept(wrappedValue: make())
    }

    /// The store.
    @MainActor public var wrappedValue: Store<Content, Action> { store }

    /// The bindings to the fields of the state.
    @MainActor public var projectedValue: Bindings { Bindings(store: store) }

    /// Bindings to the fields of a state, by name.
    @MainActor @dynamicMemberLookup
    public struct Bindings {
      let store: Store<Content, Action>

      /// A binding to a field that writes without an action.
      ///
      /// - Parameter field: the key path of the field.
      @_disfavoredOverload
      public subscript<Value>(
        dynamicMember field: WritableKeyPath<Content, Value>
      ) -> Binding<Value> { store.binding(field) }

      /// A binding to a field that writes by the store's binding action.
      ///
      /// - Parameter field: the key path of the field.
      @_documentation(visibility: internal)
      public subscript<Value: Equatable & Sendable>(
        dynamicMember field: any WritableKeyPath<Content, Value> & Sendable
      ) -> Binding<Value> where Action: BindableAction<Content> { store.binding(field) }
    }
  }
#endif
