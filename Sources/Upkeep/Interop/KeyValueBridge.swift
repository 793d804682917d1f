/// A property as key-value observers see it: what `KVOCompatibleProperty` does, without Objective-C, so
/// that it runs and is tested everywhere.
///
/// Key-value observing demands a value that changes between "will" and "did" and at no other time. So it
/// shows a copy, which an effect keeps equal to the property: inside a batch the copy still shows what
/// observers were told last.
final class KeyValueBridge {
  /// Makes a change with a "will" before it and a "did" after it.
  ///
  /// Must not retain the bridge's owner.
  var notifying: (_ change: () -> Void) -> Void = { change in change() }

  /// The value that observers were told last; nil for an optional without a value.
  private(set) var shown: Any?

  private let property: UntypedProperty
  private let updater = Updater()

  /// Whether the property has a given value, by the rule of its type.
  private let holds: (Any) -> Bool

  /// The number of times that observers were told.
  private var announcements = 0
  private var isAnnouncing = false

  /// Follows a property.
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
      // Made in a transaction, it runs for the first time at the commit.
      if !isFirst || self?.shownIsTrue == false {
        self?.announce(Self.unwrapped(property.peek()))
      }
      isFirst = false
    }
  }

  /// Writes to the property what came from an observer.
  ///
  /// If it does not take that value, observers are shown the true one again, for whoever wrote
  /// shows what it wrote.
  func write(_ value: Any?) {
    // Not `value as Any`, which would hide a value's type in that of an optional.
    let new: Any = if let value { value } else { Any?.none as Any }
    // An observer that writes back what it is told; by `==` that would be another value.
    if isAnnouncing, Self.isNaN(shown), Self.isNaN(value) { return }
    let before = announcements
    let isWritten = property.write(untyped: new)
    if isWritten, announcements != before || holds(new) { return }
    announce(shown)
  }

  private var shownIsTrue: Bool {
    // Not `shown as Any`, which would hide a value's type in that of an optional.
    if let shown { holds(shown) } else { holds(Any?.none as Any) }
  }

  private func announce(_ new: Any?) {
    announcements += 1
    // Observers may do anything, but what they read no derivation depends on.
    untracked {
      // The old value goes when nobody is in the middle of anything: its `deinit` may read.
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
  /// Whether Objective-C can hold values of a type: class instances, what Foundation bridges (numbers,
  /// texts, dates, collections, whose elements are not looked at), `Any`, and one optional of these.
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
