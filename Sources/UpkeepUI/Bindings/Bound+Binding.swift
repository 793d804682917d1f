#if canImport(SwiftUI)
  public import SwiftUI
  public import Upkeep
  public import UpkeepScope
  public import UpkeepStore

  // `BindingRoot`, whose key paths the bindings are, runs and is tested on Linux. This file has
  // been type-checked only, against stand-ins for SwiftUI's declarations: it has not run, so it is
  // untested whether SwiftUI keeps the identity and the animation of such bindings.

  extension Bound {
    /// The value as a binding, for a control of SwiftUI.
    ///
    ///     TextField("Name", text: scope.bound(Profile.name).binding)
    ///
    /// Two bindings to the same definition, property, or field of a store are equal. A binding made
    /// of closures is equal to no other.
    @MainActor public var binding: Binding<Value> {
      Bindable(BindingRoot.shared)[dynamicMember: \BindingRoot.[BindingPlace(self)]]
    }
  }

  extension StoredProperty {
    /// The value as a binding, for a control of SwiftUI.
    ///
    ///     TextField("Name", text: form.$name.binding)
    @MainActor public var binding: Binding<Value> { bound.binding }
  }

  extension Store {
    /// Returns a binding to a field, for a control of SwiftUI.
    ///
    /// A write sends no action.
    ///
    ///     TextField("Message", text: store.binding(\.draft))
    ///
    /// - Parameter field: the key path of the field.
    /// - Returns: the binding, which retains the store.
    @_disfavoredOverload
    @MainActor
    public func binding<Value>(_ field: WritableKeyPath<State, Value>) -> Binding<Value> {
      bound(field).binding
    }

    /// Returns a binding to a value that sends an action for each write, for a control of SwiftUI.
    ///
    ///     TextField("Message", text: store.binding(\.draft) { .draftChanged($0) })
    ///
    /// The binding is equal to no other binding, because closures cannot be compared.
    ///
    /// - Parameters:
    ///   - field: the key path of the value.
    ///   - action: makes the action for a written value.
    /// - Returns: the binding, which retains the store.
    @MainActor
    public func binding<Value>(
      _ field: KeyPath<State, Value>, send action: @escaping (Value) -> Action
    ) -> Binding<Value> { bound(field, send: action).binding }
  }

  extension Store where Action: BindableAction<State> {
    /// Returns a binding to a field whose writes send the store's binding action.
    ///
    /// - Parameter field: the key path of the field.
    /// - Returns: the binding, which retains the store.
    @_documentation(visibility: internal)
    @MainActor
    public func binding<Value: Equatable & Sendable>(
      _ field: any WritableKeyPath<State, Value> & Sendable
    ) -> Binding<Value> { bound(field).binding }
  }
#endif
