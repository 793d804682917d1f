import Foundation

/// Hears the notifications of one object, until it is released.
final class NotificationListener {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  /// Begins to hear an object, which is to keep this.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: their sender.
  ///   - center: tells of them, on the main thread.
  ///   - body: is called with each.
  init(
    _ name: Notification.Name, of object: AnyObject, in center: NotificationCenter = .default,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.center = center
    token = center.addObserver(forName: name, object: object, queue: nil) { _ in
      MainActor.assumeIsolated(body)
    }
  }

  deinit { center.removeObserver(token) }
}
