extension EffectOwner {
  /// Keeps a property of a plain object equal to a `Property`.
  ///
  ///     updater.bind(object: label, keyPath: \.text, toProperty: title)
  ///
  /// Writes at once, and again only when the property has changed. The object is held weakly; the
  /// binding ends with it.
  ///
  /// - Parameters:
  ///   - object: the object to write to.
  ///   - keyPath: the object's property to write.
  ///   - property: the source of the value.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  /// - Complexity: a change costs an assignment if the key path is written in the call. A key path
  ///   from elsewhere takes the runtime longer, and an allocation.
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
  ///   - object: the object to write to.
  ///   - keyPath: the object's property to write.
  ///   - property: the source of the value.
  ///   - name: the effect's name for messages; by default, the file and line.
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

  /// Not available: the object's property cannot be written.
  @available(
    *, unavailable,
    message: "the key path must lead to a property that can be set, because 'bind' sets it"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: KeyPath<Object, Value>, toProperty property: Property<Value>,
    name: String? = nil
  ) -> EffectToken { preconditionFailure() }

  /// Not available: the two values have different types.
  @available(
    *, unavailable,
    message: "the key path leads to a value of another type than the property's: convert with 'map'"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Target, Value>(
    object: Object, keyPath: KeyPath<Object, Target>, toProperty property: Property<Value>,
    name: String? = nil
  ) -> EffectToken { preconditionFailure() }
}

extension Updater {
  /// Makes the closure that writes through a key path.
  ///
  /// The compiler turns a key path that is written in the call into a plain assignment, if nothing
  /// else holds it. So the key path is consumed, and every function on the way here is inlined into
  /// the program.
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
    start(following: [property], label) { [weak object] token in
      if let object { write(object, property.current) } else { token.cancel() }
    }
  }
}
