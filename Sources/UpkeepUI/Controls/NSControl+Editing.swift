#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  // `Updater+Controls` and `NotificationListener` run and are tested on Linux, with controls that
  // stand in for these. This file has been type-checked only, against stand-ins for AppKit's
  // declarations; it has not run.

  extension NSControl: EditableControl {
    /// Calls a closure after each action of the control, and after each change of its text.
    ///
    /// A target that the control has already is sent its action, too. One that it is given later
    /// takes the place of this: set it before.
    ///
    /// - Parameter body: does not keep the control; returns whether it wants to be called again.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      hear(NSControl.textDidChangeNotification, from: self, body)
      keep(ActionTarget(of: self, body), with: self)
    }
  }

  extension NSTextView: EditableControl {
    /// Calls a closure after each change of the text that somebody types.
    ///
    /// - Parameter body: does not keep the view; returns whether it wants to be called again.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      hear(NSText.didChangeNotification, from: self, body)
    }
  }

  /// Takes a control's action, and passes it on to the target before.
  ///
  /// Its method is an action of every responder, overridden: a method of its own would need
  /// `@objc`, with which this file could be type-checked on Apple's platforms only.
  private final class ActionTarget: NSResponder {
    private var body: (() -> Bool)?
    private weak var target: AnyObject?
    private let action: Selector?

    init(of control: NSControl, _ body: @escaping () -> Bool) {
      self.body = body
      target = control.target
      action = control.action
      super.init()
      control.target = self
      control.action = Selector(("cancelOperation:"))
    }

    required init?(coder: NSCoder) { nil }

    override func cancelOperation(_ sender: Any?) {
      if body?() == false { body = nil }
      if let action { NSApplication.shared.sendAction(action, to: target, from: sender) }
    }
  }
#endif
