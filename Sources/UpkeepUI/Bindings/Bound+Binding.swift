#if canImport(SwiftUI)
  public import SwiftUI
  public import Upkeep
  public import UpkeepScope
  public import UpkeepStore

  // `BindingRoot`, of which each binding is a key path, runs and is tested on Linux. This file has
  // been type-checked only, against stand-ins for SwiftUI's declarations: that SwiftUI keeps the
  // identity and the animation of such bindings has not been run.

  extension Bound {
    /// The value as a binding, for a control of SwiftUI.
    ///
    ///     TextField("Name", text: scope.bound(Profile.name).binding)
    ///
    /// Two bindings to the same definition, property, or field of a store are key paths that are
    /// equal. One that is made by closures is unlike all others.
    @MainActor public var binding: Binding<Value> {
      Bindable(BindingRoot.shared)[dynamicMember: \BindingRoot.[BindingPlace(self)]]
    }
  }

  extension StoredProperty {
    /// The value as a binding, for a control of SwiftUI.
    ///
    ///     TextField("Name", text: form.$name.binding)
    @MainActor public var binding: Binding<Value> { Bound(self).binding }
  }

  extension Store {
    /// Returns a field as a binding, for a control of SwiftUI; it is written without an action.
    ///
    ///     TextField("Message", text: store.binding(\.draft))
    ///
    /// - Parameter field: the way to it.
    /// - Returns: a binding, which keeps the store.
    @_disfavoredOverload
    @MainActor
    public func binding<Value>(_ field: WritableKeyPath<State, Value>) -> Binding<Value> {
      bound(field).binding
    }

    /// Returns a value as a binding whose writing is an action, for a control of SwiftUI.
    ///
    ///     TextField("Message", text: store.binding(\.draft) { .draftChanged($0) })
    ///
    /// It is unlike all other bindings, for nobody can compare closures.
    ///
    /// - Parameters:
    ///   - field: the way to it.
    ///   - action: makes the action of a written value.
    /// - Returns: a binding, which keeps the store.
    @MainActor
    public func binding<Value>(
      _ field: KeyPath<State, Value>, send action: @escaping (Value) -> Action
    ) -> Binding<Value> { bound(field, send: action).binding }
  }

  extension Store where Action: BindableAction<State> {
    /// Returns a field as a binding whose writing is the store's binding action.
    ///
    /// - Parameter field: the way to it.
    /// - Returns: a binding, which keeps the store.
    @_documentation(visibility: internal)
    @MainActor
    public func binding<Value: Equatable & Sendable>(
      _ field: any WritableKeyPath<State, Value> & Sendable
    ) -> Binding<Value> { bound(field).binding }
  }
#endif
