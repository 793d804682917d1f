/// The layers over the parent of a `TentativeProperty`, by age.
///
/// It is a value, so that a batch can end, and a rollback return, where it began. It is a treap
/// (Seidel and Aragon, 1996): a search tree by number that is a heap by priority. The priority
/// follows from the number, and so the shape follows from the content: a comparison of two stacks
/// compares only the parts that they do not share.
@usableFromInline
struct TentativeStack<Value> {
  @usableFromInline private(set) var root: TentativeBranch<Value>?
  /// The layer that a write of `value` made, if it is active.
  private(set) var own: TentativeOverlay<Value>?

  @inlinable var isEmpty: Bool { root == nil }

  /// Returns whether two stacks have the same layers.
  ///
  /// - Complexity: O(log(layers)) if a few changes made one stack from the other.
  static func areSame(_ one: Self, _ other: Self) -> Bool {
    TentativeBranch.areSame(one.root, other.root)
  }

  /// Returns a layer's record; nil if the layer is not in the stack.
  ///
  /// - Complexity: O(log(layers)).
  subscript(layer: TentativeLayer) -> TentativeOverlay<Value>? {
    var branch = root
    while let current = branch {
      if current.overlay.layer === layer { return current.overlay }
      branch = layer.number < current.number ? current.lower : current.upper
    }
    return nil
  }

  /// Adds a layer on top; its number must be the highest.
  ///
  /// - Complexity: O(log(layers)), as for `remove`.
  mutating func push(_ overlay: TentativeOverlay<Value>) {
    root = TentativeBranch.appending(overlay, to: root)
    if overlay.isOwn { own = overlay }
  }

  mutating func remove(_ overlay: TentativeOverlay<Value>) {
    root = root?.removing(overlay.layer.number)
    if own === overlay { own = nil }
  }

  /// Returns the first layer from the top for which a closure returns true.
  func top(where isWanted: (TentativeOverlay<Value>) -> Bool) -> TentativeOverlay<Value>? {
    root?.top(where: isWanted)
  }
}

/// A part of a `TentativeStack`.
///
/// It is immutable. Paths from the root are short (O(log(layers)), except with bad luck), so its
/// methods recurse.
@usableFromInline
final class TentativeBranch<Value> {
  let overlay: TentativeOverlay<Value>
  private let priority: UInt64
  private let count: Int
  /// The older layers, which lie below, and the newer ones.
  let lower: TentativeBranch?
  let upper: TentativeBranch?

  private init(
    _ overlay: TentativeOverlay<Value>, _ priority: UInt64, _ lower: TentativeBranch?,
    _ upper: TentativeBranch?
  ) {
    self.overlay = overlay
    self.priority = priority
    self.lower = lower
    self.upper = upper
    count = 1 + (lower?.count ?? 0) + (upper?.count ?? 0)
  }

  var number: Int { overlay.layer.number }

  private func with(lower: TentativeBranch?, upper: TentativeBranch?) -> TentativeBranch {
    TentativeBranch(overlay, priority, lower, upper)
  }

  /// Returns a pseudo-random priority, different for each number (the last steps of MurmurHash3).
  private static func priority(of number: Int) -> UInt64 {
    var word = UInt64(truncatingIfNeeded: number)
    word = (word ^ (word >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    word = (word ^ (word >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return word ^ (word >> 33)
  }

  static func appending(
    _ overlay: TentativeOverlay<Value>, to branch: TentativeBranch?
  ) -> TentativeBranch {
    let priority = priority(of: overlay.layer.number)
    guard let branch, branch.priority > priority else {
      return TentativeBranch(overlay, priority, branch, nil)
    }
    return branch.with(lower: branch.lower, upper: appending(overlay, to: branch.upper))
  }

  func removing(_ number: Int) -> TentativeBranch? {
    if number < self.number { return with(lower: lower?.removing(number), upper: upper) }
    if number > self.number { return with(lower: lower, upper: upper?.removing(number)) }
    return Self.joining(lower, upper)
  }

  private static func joining(_ lower: TentativeBranch?, _ upper: TentativeBranch?)
    -> TentativeBranch?
  {
    guard let lower, let upper else { return lower ?? upper }
    return lower.priority > upper.priority
      ? lower.with(lower: lower.lower, upper: joining(lower.upper, upper))
      : upper.with(lower: joining(lower, upper.lower), upper: upper.upper)
  }

  static func areSame(_ one: TentativeBranch?, _ other: TentativeBranch?) -> Bool {
    guard let one, let other, one !== other else { return one === other }
    return one.overlay === other.overlay && one.count == other.count
      && one.lower?.count == other.lower?.count
      && areSame(one.upper, other.upper) && areSame(one.lower, other.lower)
  }

  func top(where isWanted: (TentativeOverlay<Value>) -> Bool) -> TentativeOverlay<Value>? {
    if let found = upper?.top(where: isWanted) { return found }
    return isWanted(overlay) ? overlay : lower?.top(where: isWanted)
  }
}
