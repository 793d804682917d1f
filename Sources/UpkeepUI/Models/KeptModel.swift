import Upkeep

/// Makes a model on its first use, and keeps it.
///
/// The part of `Kept` that does not use SwiftUI. A view is a value that is created again and again,
/// each time with a new `KeptModel`. SwiftUI keeps the first one, and drops the others unused.
final class KeptModel<Model> {
  private enum Content {
    case recipe(() -> Model)
    case model(Model)
  }

  private var content: Content

  init(_ make: @escaping () -> Model) { content = .recipe(make) }

  /// The model, made on the first use.
  ///
  /// Reads while the model is made are untracked: a view does not follow them.
  var model: Model {
    switch content {
    case .model(let model): return model
    case .recipe(let make):
      let model = untracked(make)
      content = .model(model)
      return model
    }
  }
}
