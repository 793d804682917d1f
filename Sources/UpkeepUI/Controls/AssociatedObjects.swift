#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Foundation

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  // This file has been type-checked only, against stand-ins for the declarations of the Objective-C
  // runtime; it has not run.

  /// Keeps something as long as a control is there.
  @MainActor
  func keep(_ kept: AnyObject, with control: AnyObject) { associate(kept, kept, control) }

  /// Lets go of something that was kept with a control.
  @MainActor
  func drop(_ kept: AnyObject, from control: AnyObject) { associate(nil, kept, control) }

  /// Calls a closure with each notification of a control, until it returns false or the control
  /// goes.
  @MainActor
  func hear(
    _ name: Notification.Name, from control: AnyObject, _ body: @escaping @MainActor () -> Bool
  ) {
    weak var kept: NotificationListener?
    let listener = NotificationListener(name, of: control) { [weak control] in
      if !body(), let kept, let control { drop(kept, from: control) }
    }
    kept = listener
    keep(listener, with: control)
  }

  @MainActor
  private func associate(_ value: AnyObject?, _ kept: AnyObject, _ control: AnyObject) {
    // SAFETY: the address is a key alone, and no other object has it while the association is
    // there.
    let key = Unmanaged.passUnretained(kept).toOpaque()
    objc_setAssociatedObject(control, key, value, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }
#endif
