#if canImport(SwiftUI)
  public import SwiftUI
  import UpkeepScope

  /// A model that a view creates on its first use and keeps while it is shown.
  ///
  ///     struct FormView: View {
  ///       @Kept private var form = Form()
  ///
  ///       var body: some View {
  ///         TextField("Name", text: $form.name)
  ///       }
  ///     }
  ///
  /// SwiftUI creates a view again whenever its parent changes, but not the model. `$form` makes
  /// bindings to the properties of a model that is an object, and to the fields of a store; views
  /// follow the properties that are `@Stored`.
  ///
  /// `KeptModel` makes and keeps the model; it runs and is tested on Linux. This file has been
  /// type-checked only, against stand-ins for SwiftUI's declarations; it has not run.
  @propertyWrapper
  public struct Kept<Model>: DynamicProperty {
    @State private var kept: KeptModel<Model>

    /// Creates the wrapper.
    ///
    /// - Parameter make: makes the model; called at most once for each view on the screen.
    public init(wrappedValue make: @autoclosure @escaping () -> Model) {
      _kept = State(wrappedValue: KeptModel(make))
    }

    /// The model.
    @MainActor public var wrappedValue: Model { kept.model }

    /// The bindings to the properties of the model.
    @MainActor public var projectedValue: Bindings { Bindings(model: kept.model) }

    /// Bindings to the properties of a model, by name.
    @MainActor @dynamicMemberLookup
    public struct Bindings {
      let model: Model

      /// A binding to a property of a model that is an object.
      ///
      /// A field of a store comes before a property of the store.
      ///
      /// - Parameter keyPath: the property.
      @_disfavoredOverload
      public subscript<Value>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value>
      ) -> Binding<Value> where Model: AnyObject { Bound(model, keyPath).binding }
    }
  }
#endif
