/// Sets one field of a state: with it one case of an action is enough for all that controls write.
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
///       case .binding(\.name): form.isEdited = true   // it has been set already
///       case .binding: break
///       case .submit: form.isSent = true
///       }
///     }
///     let store = Store(Form(), reducer.binding())
///     store.send(.binding(.set(\.name, "Ada")))
///     updater.bind(object: field, keyPath: \.text, with: store.bound(\.name))   // sends the same
///
/// It cannot be encoded, for a key path cannot.
public struct BindingAction<State>: Sendable {
  /// The way to the field.
  public let keyPath: any PartialKeyPath<State> & Sendable
  /// The new value of the field.
  public let value: any Equatable & Sendable

  private let write: @Sendable (inout State) -> Void
  private let isValue: @Sendable (Any) -> Bool

  /// Makes one.
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - value: the new value.
  /// - Returns: the action.
  public static func set<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    BindingAction(
      keyPath: field, value: value, write: { $0[keyPath: field] = value },
      isValue: { $0 as? Value == value })
  }

  /// Sets the field.
  ///
  /// - Parameter state: the state to change.
  package func apply(to state: inout State) { write(&state) }

  /// Whether it sets a field, for `case .binding(\.name)`.
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - action: is asked.
  /// - Returns: whether it does.
  @_documentation(visibility: internal)
  public static func ~= (field: PartialKeyPath<State>, action: BindingAction) -> Bool {
    action.keyPath == field
  }
}

extension BindingAction: Equatable {
  /// Whether two set the same field to equal values.
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

/// An action of which one case sets any field of a state: then `store.bound(\.field)` sends it.
public protocol BindableAction<BoundState>: SendableMetatype {
  /// The state whose fields it sets.
  associatedtype BoundState

  /// Makes the action that sets a field: a case of that name.
  ///
  /// - Parameter action: the field and the value.
  /// - Returns: the action.
  static func binding(_ action: BindingAction<BoundState>) -> Self

  /// The binding action, if it is one.
  var binding: BindingAction<BoundState>? { get }
}

extension Reducer where Action: BindableAction<State> {
  /// Extends it by a part that sets fields, which comes first.
  ///
  ///     let reducer = Reducer<Form, FormAction>().binding()   // sets fields, and nothing else
  ///
  /// - Returns: a reducer that does both.
  public func binding() -> Reducer {
    Reducer { [body] state, action in
      action.binding?.apply(to: &state)
      body(&state, action)
    }
  }
}
