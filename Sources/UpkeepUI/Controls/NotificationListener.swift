import Foundation

/// Listens to the notifications of one object until the listener is released.
final class NotificationListener {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  /// Starts listening to an object, which must retain the listener.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: the sender of the notifications.
  ///   - center: posts the notifications, on the main thread.
  ///   - body: is called for each notification.
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
