#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
  public import SwiftUI
  import UIKit
  import UpkeepScope

  // This file has been type-checked only, against stand-ins for the declarations of SwiftUI and
  // UIKit; it has not run.

  extension View {
    /// Shows the graph of the scope in the environment when the user shakes the device.
    ///
    ///     ScopeRoot {
    ///       AppView().shakeToDebug()
    ///     }
    ///
    /// A shake is noticed while nothing else, such as a text field, is the first responder.
    ///
    /// - Parameter isEnabled: whether a shake shows the graph.
    /// - Returns: the view.
    @MainActor
    public func shakeToDebug(_ isEnabled: Bool = true) -> some View {
      modifier(ShakeModifier(isEnabled: isEnabled))
    }
  }

  private struct ShakeModifier: ViewModifier {
    let isEnabled: Bool
    @State private var isShown = false
    @Environment(\.scope) private var scope

    init(isEnabled: Bool) { self.isEnabled = isEnabled }

    func body(content: Content) -> some View {
      content
        .background { if isEnabled { ShakeListener { isShown = true } } }
        .sheet(isPresented: $isShown) { ScopeGraphView(scope) }
    }
  }

  private struct ShakeListener: UIViewControllerRepresentable {
    let onShake: () -> Void

    func makeUIViewController(context: Context) -> ShakeController { ShakeController() }

    func updateUIViewController(_ controller: ShakeController, context: Context) {
      controller.onShake = onShake
    }
  }

  private final class ShakeController: UIViewController {
    var onShake: () -> Void = {}

    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      _ = becomeFirstResponder()
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
      if motion == .motionShake { onShake() } else { super.motionEnded(motion, with: event) }
    }
  }
#endif
