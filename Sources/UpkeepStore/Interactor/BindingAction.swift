/// An action that sets one field of a state.
///
/// An action type needs only one case for the binding actions of all controls.
///
///     enum FormAction: BindableAction, Equatable {
///       case binding(BindingAction<Form>)
///       case submit
///
///       var binding: BindingAction<Form>? {
///         if case .binding(let binding) = self { binding } else { nil }
///       }
///     }
///
///     let reducer = Reducer<Form, FormAction> { form, action in
///       switch action {
///       case .binding(\.name): form.isEdited = true   // the name is set already
///       case .binding: break
///       case .submit: form.isSent = true
///       }
///     }
///     let store = Store(Form(), reducer.binding())
///     store.send(.binding(.set(\.name, "Ada")))
///     updater.bind(object: field, keyPath: \.text, with: store.bound(\.name))   // sends the same
///
/// The type is not `Codable`, because a key path cannot be encoded.
public struct BindingAction<State>: Sendable {
  /// The key path of the field.
  public let keyPath: any PartialKeyPath<State> & Sendable
  /// The new value of the field.
  public let value: any Equatable & Sendable

  private let write: @Sendable (inout State) -> Void
  private let isValue: @Sendable (Any) -> Bool

  /// Creates an action that sets a field.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - value: The new value.
  /// - Returns: The action.
  public static func set<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    BindingAction(
      keyPath: field, value: value, write: { $0[keyPath: field] = value },
      isValue: { $0 as? Value == value })
  }

  /// Sets the field.
  ///
  /// - Parameter state: The state to change.
  package func apply(to state: inout State) { write(&state) }

  /// Returns whether an action sets a field, for `case .binding(\.name)`.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - action: The action to test.
  /// - Returns: Whether the action sets the field.
  @_documentation(visibility: internal)
  public static func ~= (field: PartialKeyPath<State>, action: BindingAction) -> Bool {
    action.keyPath == field
  }
}

extension BindingAction: Equatable {
  /// Returns whether two actions set the same field to equal values.
  @_documentation(visibility: internal)
  public static func == (first: BindingAction, second: BindingAction) -> Bool {
    first.keyPath == second.keyPath && first.isValue(second.value)
  }
}

extension BindingAction: CustomReflectable {
  /// The field and the value, for traces.
  public var customMirror: Mirror {
    Mirror(self, children: ["keyPath": keyPath, "value": value], displayStyle: .struct)
  }
}

/// An action type with a case that sets any field of a state.
///
/// `store.bound(\.field)` sends that case.
public protocol BindableAction<BoundState>: SendableMetatype {
  /// The state whose fields the action sets.
  associatedtype BoundState

  /// Makes the action that sets a field; an enumeration case of this name implements it.
  ///
  /// - Parameter action: The field and the value.
  /// - Returns: The action.
  static func binding(_ action: BindingAction<BoundState>) -> Self

  /// The binding action; nil for all other actions.
  var binding: BindingAction<BoundState>? { get }
}

extension Reducer where Action: BindableAction<State> {
  /// Returns a reducer that sets the field of a binding action, then calls this reducer.
  ///
  ///     let reducer = Reducer<Form, FormAction>().binding()   // sets fields, and nothing else
  ///
  /// - Returns: A reducer that does both.
  public func binding() -> Reducer {
    Reducer { [body] state, action in
      action.binding?.apply(to: &state)
      body(&state, action)
    }
  }
}
