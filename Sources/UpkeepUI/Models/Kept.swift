#if canImport(SwiftUI)
  public import SwiftUI
  import UpkeepScope

  /// A model that a view makes once, when it first uses it, and keeps as long as it is shown.
  ///
  ///     struct FormView: View {
  ///       @Kept private var form = Form()
  ///
  ///       var body: some View {
  ///         TextField("Name", text: $form.name)
  ///       }
  ///     }
  ///
  /// A view is made anew whenever the one around it is; the model is not. `$form` makes bindings to
  /// the properties of a model that is an object, which are followed if they are `@Stored`.
  ///
  /// `KeptModel` makes and keeps the model; it runs and is tested on Linux. This file has been
  /// type-checked only, against stand-ins for SwiftUI's declarations; it has not run.
  @propertyWrapper
  public struct Kept<Model>: DynamicProperty {
    @State private var kept: KeptModel<Model>

    /// Makes one.
    ///
    /// - Parameter make: makes the model; is called at most once for each view on the screen.
    public init(wrappedValue make: @autoclosure @escaping () -> Model) {
      _kept = State(wrappedValue: KeptModel(make))
    }

    /// The model.
    @MainActor public var wrappedValue: Model { kept.model }

    /// The bindings to the properties of the model.
    @MainActor public var projectedValue: Bindings { Bindings(model: kept.model) }

    /// Bindings to the properties of a model, by their names.
    @MainActor @dynamicMemberLookup
    public struct Bindings {
      let model: Model

      /// A binding to a property of a model that is an object.
      ///
      /// - Parameter keyPath: the property.
      public subscript<Value>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value>
      ) -> Binding<Value> where Model: AnyObject { Bound(model, keyPath).binding }
    }
  }
#endif
