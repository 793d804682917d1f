/// The record that a `TentativeProperty` keeps of one of its layers.
///
/// It is immutable.
@usableFromInline
final class TentativeOverlay<Value> {
  enum Content {
    case fixed(Value)
    case function((Value) -> Value)
  }

  /// The layer's identity.
  let layer: TentativeLayer
  let content: Content
  /// Whether a write of `value` made the layer.
  let isOwn: Bool
  let deadline: (any Deadline)?
  /// Whether the parent has ended the layer; nil if the parent does not end it.
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

  /// Whether the layer counts.
  ///
  /// A layer that the parent has ended does not count, even before it is removed. So readers see
  /// the parent's new value and the end of the layer together.
  var isStanding: Bool { isOver?.read() != true }
}

extension TentativeOverlay.Content {
  /// Returns the value that this content shows over a given value.
  func over(_ value: Value) -> Value {
    switch self {
    case .fixed(let value): value
    case .function(let transform): transform(value)
    }
  }
}
