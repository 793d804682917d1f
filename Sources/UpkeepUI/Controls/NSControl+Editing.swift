#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  // `Updater+Controls` and `NotificationListener` run and are tested on Linux, with controls that
  // stand in for these. This file has been type-checked only, against stand-ins for AppKit's
  // declarations; it has not run.

  extension NSControl: EditableControl {
    /// Calls a closure after each action of the control, and after each change of its text.
    ///
    /// The control's current target still receives the action. A target that is set later ends
    /// these calls, so set the target first.
    ///
    /// - Parameter body: returns whether to call it again; must not retain the control.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      hear(NSControl.textDidChangeNotification, from: self, body)
      keep(ActionTarget(of: self, body), with: self)
    }
  }

  extension NSTextView: EditableControl {
    /// Calls a closure after each change of the text by the user.
    ///
    /// - Parameter body: returns whether to call it again; must not retain the view.
    public func afterEdits(_ body: @escaping @MainActor () -> Bool) {
      hear(NSText.didChangeNotification, from: self, body)
    }
  }

  /// Receives a control's action and forwards it to the previous target.
  ///
  /// The action method overrides a method of `NSResponder`. A new method would need `@objc`, and
  /// this file could then be type-checked on Apple's platforms only.
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
