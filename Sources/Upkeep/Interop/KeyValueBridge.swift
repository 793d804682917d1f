/// A property with the semantics of key-value observing, without Objective-C.
///
/// `KVOCompatibleProperty` uses the bridge, which runs and is tested on every platform. Key-value
/// observing demands a value that changes between "will" and "did" and at no other time. The bridge
/// therefore shows a copy, which an effect keeps equal to the property: inside a batch the copy is
/// still the value of the last notification.
final class KeyValueBridge {
  /// Sends a "will", makes a change, and sends a "did".
  ///
  /// Must not retain the bridge's owner.
  var notifying: (_ change: () -> Void) -> Void = { change in change() }

  /// The value of the last notification; nil for an optional without a value.
  private(set) var shown: Any?

  private let property: UntypedProperty
  private let updater = Updater()

  /// Whether the property has a given value, by the change rule of its type.
  private let holds: (Any) -> Bool

  /// The number of notifications.
  private var announcements = 0
  private var isAnnouncing = false

  /// Makes the bridge of a property.
  ///
  /// Stops the program if the type of its value cannot be bridged.
  init<Value>(_ property: Property<Value>, _ label: Label) {
    self.property = property
    let isUnchanged = automaticComparison() as (Value, Value) -> Bool
    holds = { value in
      (value as? Value).map { isUnchanged(property.peek(), $0) } ?? false
    }
    if !Self.canBridge(Value.self) { Self.stop(property, label) }
    shown = Self.unwrapped(property.peek())
    var isFirst = true
    updater.keepUpToDate(dependencies: [property], name: label.description) { [weak self] in
      // If the effect was made in a transaction, its first run is at the commit.
      if !isFirst || self?.shownIsTrue == false {
        self?.announce(Self.unwrapped(property.peek()))
      }
      isFirst = false
    }
  }

  /// Writes a value from an observer to the property.
  ///
  /// If the property does not take that value, observers are notified of the true one again,
  /// because the writing control shows the value that it wrote.
  func write(_ value: Any?) {
    // Not `value as Any`, which would wrap the value in an optional.
    let new: Any = if let value { value } else { Any?.none as Any }
    // An observer may write back the NaN that it was notified of; by `==` that is another value.
    if isAnnouncing, Self.isNaN(shown), Self.isNaN(value) { return }
    let before = announcements
    let isWritten = property.write(untyped: new)
    if isWritten, announcements != before || holds(new) { return }
    announce(shown)
  }

  private var shownIsTrue: Bool {
    // Not `shown as Any`, which would wrap the value in an optional.
    if let shown { holds(shown) } else { holds(Any?.none as Any) }
  }

  private func announce(_ new: Any?) {
    announcements += 1
    // Observers may do anything, but no derivation may depend on their reads.
    untracked {
      // The old value is released after the notification: its `deinit` may read.
      let old = shown
      let wasAnnouncing = isAnnouncing
      isAnnouncing = true
      notifying { shown = new }
      isAnnouncing = wasAnnouncing
      withExtendedLifetime(old) {}
    }
  }

  private static func isNaN(_ value: Any?) -> Bool {
    (value as? any FloatingPoint)?.isNaN ?? false
  }
}

extension KeyValueBridge {
  /// Whether Objective-C can hold values of a type.
  ///
  /// It can hold class instances, `Any`, the types that Foundation bridges (numbers, texts, dates,
  /// and collections, whose element types are not checked), and one optional of these.
  static func canBridge(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalValue.Type {
      return !(optional.wrappedType is any OptionalValue.Type) && canBridge(optional.wrappedType)
    }
    return type is AnyClass || type is any _ObjectiveCBridgeable.Type
      || type == Any.self || type == AnyObject.self
  }

  private static func unwrapped<Value>(_ value: Value) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue
  }

  private static func stop(_ property: UntypedProperty, _ label: Label) -> Never {
    stopProgram(
      """
      an Objective-C face needs a value that can be bridged to Objective-C, but \
      \(property.label) has values of type \(property.valueType) (\(label)). Derive a number, a text or \
      an object from it, with map, and give that.
      """)
  }
}
