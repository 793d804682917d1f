import Upkeep

/// The value of a property that a view has been told of: its data source answers from it.
final class ShownValue<Value> {
  /// Nil before a view follows.
  private(set) var value: Value?

  private let property: Property<Value>
  private weak var token: EffectToken?

  init(_ property: Property<Value>) { self.property = property }

  /// Has a view follow the property, in place of the one before.
  ///
  /// The view is held weakly; the effect ends when the property changes after the view has gone. `show` gets the value that the
  /// view shows, nil at first, and the new one, and calls `store` when the data source is to answer from that.
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

  /// The value; stops the program where a data source asks for a row of a table that follows nothing.
  var shown: Value {
    guard let value else {
      stopProgram(
        "a row was asked for before a table follows: call `updater.follow(rows, in: table)` first.")
    }
    return value
  }
}
