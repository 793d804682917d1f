/// Something with one value that can be subscribed to, written and unsubscribed from.
protocol Subscribable: AnyObject {
  associatedtype Subscription
  static var identity: Identity { get }
  init()
  func subscribe(_ sink: Sink) -> Subscription
  func write(_ value: Int)
  func cancel(_ subscription: Subscription)
}
