#if canImport(ObjectiveC)
  import Foundation
  public import ObjectiveC

  /// A property that Objective-C can read and observe, for key-value observing and Cocoa bindings.
  ///
  ///     let title = KVOCompatibleProperty(count.map { "\($0) items" })
  ///     label.bind(.value, to: title, withKeyPath: "value")
  ///     let observation = title.observe(\.value, options: [.old, .new]) { _, change in ... }
  ///
  /// `value` changes between the "will" and the "did" of a notification and at no other time:
  /// inside a `batch` it is the value of the last notification. Notifications come before the
  /// outermost write returns, in order of creation with the effects, and end when this object is
  /// released.
  ///
  /// `KeyValueBridge` follows the property, keeps the shown value, decides when to notify, and
  /// converts optionals; it runs and is tested on Linux. This class has only been type-checked,
  /// against a stand-in for Foundation's declarations (`.ci/type-check-apple`); it has not run.
  ///
  /// - Complexity: an effect and a boxed copy of the value.
  public class KVOCompatibleProperty: NSObject {
    final let bridge: KeyValueBridge

    /// Makes an object that shows a property to Objective-C.
    ///
    /// Stops the program, with a message, if values of that type cannot be bridged to Objective-C.
    ///
    /// - Parameters:
    ///   - property: the property to show; it is kept alive.
    ///   - name: the name in messages; by default the file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    public init<Value>(
      _ property: Property<Value>, name: String? = nil, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      bridge = KeyValueBridge(property, Label(name, file, line))
      super.init()
      bridge.notifying = { [weak self] change in
        guard let self else { return change() }
        willChangeValue(forKey: "value")
        change()
        didChangeValue(forKey: "value")
      }
    }

    /// The value of the last notification.
    ///
    /// Nil for an optional without a value.
    @objc public dynamic var value: Any? { bridge.shown }

    // Key-value observing looks for this name; it says that notifications are sent manually.
    @objc private class func automaticallyNotifiesObserversOfValue() -> Bool { false }
  }
#endif
