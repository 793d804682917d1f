#if canImport(UIKit) && !os(watchOS)
  import Foundation
  public import UIKit

  // `Updater+Controls` and `NotificationListener` run and are tested on Linux, with controls that
  // stand in for these. This file has been type-checked only, against stand-ins for UIKit's
  // declarations; it has not run.

  extension UIControl: EditableControl {
    /// Calls a closure after each of the control's events that report an edit.
    ///
    /// - Parameter body: returns whether to call it again; must not retain the control.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      let events: UIControl.Event = [.editingChanged, .editingDidEnd, .valueChanged]
      let identifier = UIAction.Identifier("upkeep \(UUID())")
      let action = UIAction(identifier: identifier) { [weak self] _ in
        if !body() { self?.removeAction(identifiedBy: identifier, for: events) }
      }
      addAction(action, for: events)
    }
  }

  extension UITextView: EditableControl {
    /// Calls a closure after each change of the text by the user.
    ///
    /// - Parameter body: returns whether to call it again; must not retain the control.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      hear(UITextView.textDidChangeNotification, from: self, body)
    }
  }
#endif
