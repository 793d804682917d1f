import Upkeep

/// Follows the property of a view while the view is shown.
///
/// The part of `onTransition(of:)` and `task(following:)` that does not use SwiftUI.
final class PropertyFollower<Value> {
  /// Gets the old value, nil at first, and the new one.
  ///
  /// Belongs to the latest value of the view.
  var handler: (_ old: Value?, _ new: Value) -> Void = { _, _ in }

  private var updater: Updater?

  /// Follows a property instead of the previous one; the first call is made at once.
  func follow(_ property: Property<Value>) {
    let updater = Updater()
    self.updater = updater
    updater.onTransition(property) { [weak self] old, new in self?.handler(old, new) }
  }

  func end() { updater = nil }
}
