/// The layers over the parent of a `TentativeProperty`, from the bottom up.
///
/// It is a value: a batch can compare it with the stack at its beginning, and a rollback can
/// restore that stack.
@usableFromInline
struct TentativeStack<Value> {
  /// The lowest first; nil rather than empty, so that a read without layers retains nothing.
  @usableFromInline private(set) var overlays: [TentativeOverlay<Value>]?

  @inlinable var isEmpty: Bool { overlays == nil }

  /// The layer that a write of `value` made, if it is active.
  var own: TentativeOverlay<Value>? { top(where: \.isOwn) }

  /// Returns whether two stacks have the same layers.
  ///
  /// - Complexity: O(1) if their numbers of layers differ, otherwise O(layers).
  static func areSame(_ one: Self, _ other: Self) -> Bool {
    one.overlays?.count == other.overlays?.count
      && zip(one.overlays ?? [], other.overlays ?? []).allSatisfy { $0 === $1 }
  }

  /// Returns a layer's record; nil if the layer is not in the stack.
  ///
  /// - Complexity: O(layers).
  subscript(layer: TentativeLayer) -> TentativeOverlay<Value>? {
    index(of: layer).flatMap { overlays?[$0] }
  }

  private func index(of layer: TentativeLayer) -> Int? {
    overlays?.firstIndex { $0.layer === layer }
  }

  /// Adds a layer on top.
  ///
  /// - Complexity: O(layers), as for `remove`, because the property still holds the old stack.
  mutating func push(_ overlay: TentativeOverlay<Value>) {
    overlays = (overlays ?? []) + [overlay]
  }

  mutating func remove(_ overlay: TentativeOverlay<Value>) {
    guard let index = index(of: overlay.layer) else { return }
    overlays?.remove(at: index)
    if overlays?.isEmpty == true { overlays = nil }
  }

  /// Returns the first layer from the top for which a closure returns true.
  func top(where isWanted: (TentativeOverlay<Value>) -> Bool) -> TentativeOverlay<Value>? {
    overlays?.last(where: isWanted)
  }
}
