#if canImport(ObjectiveC)
  import ObjectiveC

  /// A property that Objective-C can also write: for two-way Cocoa bindings and key-value coding.
  ///
  ///     let name = StoredProperty<String?>("Ann")
  ///     let face = TwoWayKVOCompatibleProperty(name)
  ///     field.bind(.value, to: face, withKeyPath: "value")
  ///
  ///     face.setValue("Bob", forKey: "value")
  ///     print(name.value ?? "")  // Bob
  ///
  /// A write reaches the property once, and observers are told once. A value of another type, or nil for
  /// a property that is not optional, is refused and goes to the misuse handler; so that a control shows
  /// no value that nobody has, observers are then told the true one again, as they are after any write
  /// that the property's change rule discards although it is another value.
  ///
  /// See `KVOCompatibleProperty` for what of this has run, and what was only type-checked.
  public final class TwoWayKVOCompatibleProperty: KVOCompatibleProperty {
    /// Makes the face of a stored property.
    ///
    /// Stops the program, with a message, if values of that type cannot be bridged to Objective-C.
    ///
    /// - Parameters:
    ///   - property: what to show and to write; kept alive.
    ///   - name: what messages call it; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    public init<Value>(
      _ property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      super.init(property, name: name, file: file, line: line)
    }

    /// The value, as observers were told last.
    ///
    /// Writing it writes the property.
    override public dynamic var value: Any? {
      get { super.value }
      set { bridge.write(newValue) }
    }
  }
#endif
