import Upkeep

/// Follows the property of a view while the view is shown.
///
/// The part of `onTransition(of:)` and `task(following:)` that does not use SwiftUI.
final class PropertyFollower<Value> {
  /// Receives the old value, nil at first, and the new one.
  ///
  /// Each new value of the view replaces the handler.
  var handler: (_ old: Value?, _ new: Value) -> Void = { _, _ in }

  private var updater: Updater?

  /// Follows a property instead of the previous one, and calls the handler at once.
  func follow(_ property: Property<Value>) {
    let updater = Updater()
    self.updater = updater
    updater.onTransition(property) { [weak self] old, new in self?.handler(old, new) }
  }

  func end() { updater = nil }
}
