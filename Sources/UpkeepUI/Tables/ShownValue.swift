import Upkeep

/// The value of a property that a view shows.
///
/// The view's data source reads it.
final class ShownValue<Value> {
  /// Nil until a view follows.
  private(set) var value: Value?

  private let property: Property<Value>
  private weak var token: EffectToken?

  init(_ property: Property<Value>) { self.property = property }

  /// Makes a view follow the property, instead of the previous view.
  ///
  /// The view is held weakly; the effect ends when the property changes after the release of the
  /// view. `show` gets the value that the view shows, nil at first, and the new one. It calls
  /// `store` when the data source should have the new value.
  @MainActor
  func follow<View: AnyObject>(
    by updater: Updater, in view: View, _ name: String?, _ file: StaticString, _ line: UInt,
    _ show: @escaping (View, _ old: Value?, _ new: Value, _ store: @escaping () -> Void) -> Void
  ) -> EffectToken {
    token?.cancel()
    value = nil
    let token = updater.onTransition(property, name: name, file: file, line: line) {
      [self, weak view] _, new in
      guard let view else {
        self.token?.cancel()
        return
      }
      show(view, value, new) { self.value = new }
    }
    self.token = token
    return token
  }

  /// The value.
  ///
  /// Stops the program if a data source asks for a row before a table follows.
  var shown: Value {
    guard let value else {
      stopProgram(
        "a row was asked for before a table follows: call `updater.follow(rows, in: table)` first.")
    }
    return value
  }
}
