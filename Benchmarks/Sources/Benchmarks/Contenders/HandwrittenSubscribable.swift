/// Handwritten code: a dictionary of closures, keyed by numbers that are never reused.
final class HandwrittenSubscribable: Subscribable {
  static let identity = Handwritten.identity

  private var value = 0
  private var nextNumber = 0
  private var handlers: [Int: (Int) -> Void] = [:]

  init() {}

  func subscribe(_ sink: Sink) -> Int {
    nextNumber += 1
    handlers[nextNumber] = { sink.take($0) }
    sink.take(value)
    return nextNumber
  }

  func write(_ value: Int) {
    guard value != self.value else { return }
    self.value = value
    for handler in handlers.values { handler(value) }
  }

  func cancel(_ subscription: Int) { handlers[subscription] = nil }
}
