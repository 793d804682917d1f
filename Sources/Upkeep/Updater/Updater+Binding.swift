extension Updater {
  /// Keeps a property of a plain object equal to a `Property`.
  ///
  ///     updater.bind(object: label, keyPath: \.text, toProperty: title)
  ///
  /// Writes at once, and again only when the property has changed. The object is held weakly; the
  /// binding ends with it.
  ///
  /// - Parameters:
  ///   - object: whose property is written.
  ///   - keyPath: the property to write.
  ///   - property: where the value comes from.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    bind(object, to: property, Label(name, file, line)) { $0[keyPath: keyPath] = $1 }
  }

  /// Keeps an optional property of a plain object equal to a `Property` that is not optional.
  ///
  /// - Parameters:
  ///   - object: whose property is written.
  ///   - keyPath: the property to write.
  ///   - property: where the value comes from.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value?>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    bind(object, to: property, Label(name, file, line)) { $0[keyPath: keyPath] = $1 }
  }

  @inlinable
  func bind<Object: AnyObject, Value>(
    _ object: Object, to property: Property<Value>, _ label: Label,
    _ write: @escaping (Object, Value) -> Void
  ) -> EffectToken {
    start(.declared, label, inputs: [property]) { [weak object] token in
      if let object { write(object, property.current) } else { token.cancel() }
    }
  }
}
