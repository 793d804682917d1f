/// A control that tells when somebody has edited it: a text field, a switch, a slider.
///
/// `Updater.bind(object:keyPath:with:)` hears it by itself. UIKit's and AppKit's controls are such;
/// a control of your own that inherits from none of them conforms:
///
///     extension Dial: EditableControl {
///       func afterEdits(_ body: @escaping @MainActor () -> Bool) {
///         onTurn = { if !body() { self.onTurn = nil } }
///       }
///     }
@MainActor public protocol EditableControl: AnyObject {
  /// Calls a closure after each edit, until it returns false or the control goes.
  ///
  /// - Parameter body: does not keep the control; returns whether it wants to be called again.
  func afterEdits(_ body: @escaping @MainActor () -> Bool)
}
