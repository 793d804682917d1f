#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Foundation

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  // This file has been type-checked only, against stand-ins for the declarations of the Objective-C
  // runtime; it has not run.

  /// Retains an object for the lifetime of a control.
  @MainActor
  func keep(_ kept: AnyObject, with control: AnyObject) { associate(kept, kept, control) }

  /// Calls a closure for each notification of a control, until it returns false or the control is
  /// released.
  @MainActor
  func hear(
    _ name: Notification.Name, from control: AnyObject, _ body: @escaping @MainActor () -> Bool
  ) {
    weak var kept: NotificationListener?
    let listener = NotificationListener(name, of: control) { [weak control] in
      if !body(), let kept, let control { associate(nil, kept, control) }
    }
    kept = listener
    keep(listener, with: control)
  }

  @MainActor
  private func associate(_ value: AnyObject?, _ kept: AnyObject, _ control: AnyObject) {
    // SAFETY: the address is only a key. No other object has it while the association retains
    // `kept`.
    let key = Unmanaged.passUnretained(kept).toOpaque()
    objc_setAssociatedObject(control, key, value, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }
#endif
