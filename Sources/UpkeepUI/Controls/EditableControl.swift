/// A control that reports the user's edits: a text field, a switch, a slider.
///
/// `Updater.bind(object:keyPath:with:)` listens to the edits. The controls of UIKit and AppKit
/// conform; a control of your own that inherits from none of them can conform, too:
///
///     extension Dial: EditableControl {
///       func afterEdits(_ body: @escaping @MainActor () -> Bool) {
///         onTurn = { if !body() { self.onTurn = nil } }
///       }
///     }
@MainActor public protocol EditableControl: AnyObject {
  /// Calls a closure after each edit, until it returns false or the control is released.
  ///
  /// - Parameter body: returns whether to call it again; must not retain the control.
  func afterEdits(_ body: @escaping @MainActor () -> Bool)
}
