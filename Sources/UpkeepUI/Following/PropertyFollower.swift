import Upkeep

/// Follows the property that a view names, while the view is shown.
///
/// The part of `onTransition(of:)` and `task(following:)` that knows no SwiftUI.
final class PropertyFollower<Value> {
  /// Gets the old value, nil at first, and the new one: that of the view that was made last.
  var handler: (_ old: Value?, _ new: Value) -> Void = { _, _ in }

  private var updater: Updater?

  /// Follows a property in place of the one before; the first call is made at once.
  func follow(_ property: Property<Value>) {
    let updater = Updater()
    self.updater = updater
    updater.onTransition(property) { [weak self] old, new in self?.handler(old, new) }
  }

  func end() { updater = nil }
}
