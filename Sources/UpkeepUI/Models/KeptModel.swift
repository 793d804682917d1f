import Upkeep

/// Makes a model on its first use, and keeps it.
///
/// The part of `Kept` that knows no SwiftUI. A view is a value, made again and again: each has one
/// of these, of which SwiftUI keeps the first and drops the others unused.
final class KeptModel<Model> {
  private enum Content {
    case recipe(() -> Model)
    case model(Model)
  }

  private var content: Content

  init(_ make: @escaping () -> Model) { content = .recipe(make) }

  /// The model, made by the first use.
  ///
  /// Reads while it is made are nobody's: a view does not follow them.
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
