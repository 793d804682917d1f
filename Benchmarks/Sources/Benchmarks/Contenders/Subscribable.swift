/// A value that can be written, and that subscribers follow until they cancel.
protocol Subscribable: AnyObject {
  associatedtype Subscription
  static var identity: Identity { get }
  init()
  func subscribe(_ sink: Sink) -> Subscription
  func write(_ value: Int)
  func cancel(_ subscription: Subscription)
}
