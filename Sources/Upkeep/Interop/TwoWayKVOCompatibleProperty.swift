#if canImport(ObjectiveC)
  import ObjectiveC

  /// A property that Objective-C can read, observe and write, for two-way Cocoa bindings and
  /// key-value coding.
  ///
  ///     let name = StoredProperty<String?>("Ann")
  ///     let face = TwoWayKVOCompatibleProperty(name)
  ///     field.bind(.value, to: face, withKeyPath: "value")
  ///
  ///     face.setValue("Bob", forKey: "value")
  ///     print(name.value ?? "")  // Bob
  ///
  /// A write reaches the property once, and observers are notified once. A value of another type,
  /// or nil for a property that is not optional, is refused and goes to the misuse handler.
  /// Observers are then notified of the true value again, so that no control shows a wrong one. The
  /// same happens after a write of another value that the property's change rule discards.
  ///
  /// See `KVOCompatibleProperty` for the parts that have run and the parts that were only
  /// type-checked.
  public final class TwoWayKVOCompatibleProperty: KVOCompatibleProperty {
    /// Makes an object through which Objective-C reads and writes a stored property.
    ///
    /// Stops the program, with a message, if values of that type cannot be bridged to Objective-C.
    ///
    /// - Parameters:
    ///   - property: the property to show and to write; it is kept alive.
    ///   - name: the name in messages; by default the file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    public init<Value>(
      _ property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      super.init(property, name: name, file: file, line: line)
    }

    /// The value of the last notification.
    ///
    /// Writing it writes the property.
    override public dynamic var value: Any? {
      get { super.value }
      set { bridge.write(newValue) }
    }
  }
#endif
