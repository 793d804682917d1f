extension Property where Value: Sendable {
  /// Calls a handler on another actor each time the property has changed.
  ///
  ///     let observation = level.onChange(on: display) { display, level in display.show(level) }
  ///
  /// The first call comes with the next change. The values come in order, each on a turn of the
  /// other actor. A slow actor gets the latest value next, and skips the values between. The actor
  /// is held weakly. No value comes after the observation has been cancelled or dropped.
  ///
  /// - Parameters:
  ///   - receiver: the actor on which the handler runs.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - handler: gets the actor and the new value.
  /// - Returns: the observation, which ends when it is released or cancelled.
  public final func onChange<Receiver: Actor>(
    on receiver: Receiver, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ handler: @escaping @Sendable (_ receiver: isolated Receiver, _ value: Value) -> Void
  ) -> ChangeObservation {
    let delivery = Delivery(to: receiver, handler)
    let end = DeliveryEnd(delivery: delivery)
    return onChange(name: name, file: file, line: line) { value in
      delivery.put(value)
      withExtendedLifetime(end) {}
    }
  }
}

// SAFETY: the variables are touched only while `lock` is held, except for the weak reference, which
// is atomic.
/// The latest value on its way to another actor.
private final class Delivery<Receiver: Actor, Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let handler: @Sendable (isolated Receiver, Value) -> Void
  private weak var receiver: Receiver?
  private var latest: Value?
  private var isUnderWay = false
  private var isOver = false

  init(to receiver: Receiver, _ handler: @escaping @Sendable (isolated Receiver, Value) -> Void) {
    self.receiver = receiver
    self.handler = handler
  }

  func put(_ value: Value) {
    let (mustStart, last) = lock.withLock {
      let last = latest
      latest = value
      defer { isUnderWay = true }
      return (!isUnderWay, last)
    }
    withExtendedLifetime(last) {}
    if !mustStart { return }
    Task { [self] in
      if let receiver { await deliver(to: receiver) }
    }
  }

  func end() {
    let last = lock.withLock {
      isOver = true
      defer { latest = nil }
      return latest
    }
    withExtendedLifetime(last) {}
  }

  private func deliver(to receiver: isolated Receiver) {
    while let value = take() { handler(receiver, value) }
  }

  private func take() -> Value? {
    lock.withLock {
      defer { latest = nil }
      if latest == nil || isOver { isUnderWay = false }
      return isOver ? nil : latest
    }
  }
}

/// Ends a delivery when the closure of its effect is released.
private final class DeliveryEnd<Receiver: Actor, Value: Sendable> {
  private let delivery: Delivery<Receiver, Value>

  init(delivery: Delivery<Receiver, Value>) { self.delivery = delivery }

  deinit { delivery.end() }
}
