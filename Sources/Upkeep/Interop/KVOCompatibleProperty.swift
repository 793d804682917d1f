#if canImport(ObjectiveC)
  import Foundation
  public import ObjectiveC

  /// A property that Objective-C can read and observe: for key-value observing and Cocoa bindings.
  ///
  ///     let title = KVOCompatibleProperty(count.map { "\($0) items" })
  ///     label.bind(.value, to: title, withKeyPath: "value")
  ///     let observation = title.observe(\.value, options: [.old, .new]) { _, change in ... }
  ///
  /// `value` changes between the "will" and the "did" of a notification and at no other time: inside a
  /// `batch` it shows what observers were told last. Notifications come in order of creation with the
  /// effects, before the outermost write returns, and end when this object goes.
  ///
  /// `KeyValueBridge` follows the property, keeps the shown value, decides when to notify and converts
  /// optionals; it runs and is tested on Linux. This class has been type-checked only, against
  /// a stand-in for Foundation's declarations (`.ci/type-check-apple`); it has not run.
  ///
  /// - Complexity: an effect and a boxed copy of the value.
  public class KVOCompatibleProperty: NSObject {
    final let bridge: KeyValueBridge

    /// Makes the face of a property.
    ///
    /// Stops the program, with a message, if values of that type cannot be bridged to Objective-C.
    ///
    /// - Parameters:
    ///   - property: what to show; kept alive.
    ///   - name: what messages call it; by default its file and line.
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

    /// The value, as observers were told last.
    ///
    /// Nil for an optional without a value.
    @objc public dynamic var value: Any? { bridge.shown }

    /// Key-value observing asks by this name: the notifications are made by hand.
    @objc private class func automaticallyNotifiesObserversOfValue() -> Bool { false }
  }
#endif
