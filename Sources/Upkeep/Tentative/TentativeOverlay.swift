/// The record that a `TentativeProperty` has of one of its layers.
///
/// Nothing in it changes.
final class TentativeOverlay<Value> {
  enum Content {
    case fixed(Value)
    case function((Value) -> Value)
  }

  /// The layer's identity.
  let layer: TentativeLayer
  let content: Content
  /// Whether it was made by writing `value`.
  let isOwn: Bool
  let deadline: (any Deadline)?
  /// Whether the parent has ended it; nil if that does not.
  let isOver: DerivedProperty<Bool>?

  init(
    _ layer: TentativeLayer, _ content: Content, isOwn: Bool, _ deadline: (any Deadline)?,
    _ isOver: DerivedProperty<Bool>?
  ) {
    self.layer = layer
    self.content = content
    self.isOwn = isOwn
    self.deadline = deadline
    self.isOver = isOver
  }

  /// Whether it still counts.
  ///
  /// A layer that the parent has ended does not count, even before it is removed. So readers see
  /// the parent's new value and the end of the layer together.
  var isStanding: Bool { isOver?.read() != true }
}

extension TentativeOverlay.Content {
  /// The value that this shows over another one.
  func over(_ value: Value) -> Value {
    switch self {
    case .fixed(let value): value
    case .function(let transform): transform(value)
    }
  }
}
