extension EffectOwner {
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
  /// - Complexity: a change costs what an assignment costs if the key path is written in the call;
  ///   to follow one that comes from elsewhere takes the runtime longer, and an allocation.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    updater.bind(object, to: property, Label(name, file, line), Updater.writer(consume keyPath))
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
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value?>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    let write = Updater.writer(consume keyPath)
    return updater.bind(object, to: property, Label(name, file, line)) { write($0, $1) }
  }
}

extension Updater {
  /// Makes the closure that writes through a key path.
  ///
  /// Of one that is written out in the call the compiler makes a plain assignment, if nothing else has the key path:
  /// therefore it is handed over, and all until here is inlined into the program.
  @inlinable
  static func writer<Object: AnyObject, Value>(
    _ keyPath: consuming ReferenceWritableKeyPath<Object, Value>
  ) -> (Object, Value) -> Void {
    { [keyPath] in $0[keyPath: keyPath] = $1 }
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
