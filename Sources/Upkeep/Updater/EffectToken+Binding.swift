// Bindings that belong to the run of an effect.
extension EffectToken {
  /// Keeps a property of a plain object equal to a `Property`, until this effect's next run.
  ///
  ///     updater.keepUpToDate { effect in
  ///       effect.bind(object: label, keyPath: \.text, toProperty: selection.value.name)
  ///     }
  ///
  /// - Parameters:
  ///   - object: whose property is written; held weakly.
  ///   - keyPath: the property to write.
  ///   - property: where the value comes from.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @inlinable @inline(__always) @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    inner.bind(
      object: object, keyPath: consume keyPath, toProperty: property, name: name, file: file,
      line: line)
  }

  /// Keeps an optional property of a plain object equal to a `Property` that is not optional, until this effect's next run.
  ///
  /// - Parameters:
  ///   - object: whose property is written; held weakly.
  ///   - keyPath: the property to write.
  ///   - property: where the value comes from.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @inline(__always) @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value?>,
    toProperty property: Property<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    inner.bind(
      object: object, keyPath: consume keyPath, toProperty: property, name: name, file: file,
      line: line)
  }

  /// Keeps two stored properties equal, whichever is written, until this effect's next run.
  ///
  /// - Parameters:
  ///   - first: a property; at the start its value goes to the second.
  ///   - second: another one.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this binding.
  @discardableResult
  public func bind<Value>(
    _ first: StoredProperty<Value>, _ second: StoredProperty<Value>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    inner.bind(first, second, name: name, file: file, line: line)
  }

  /// Keeps two stored properties in step, whichever is written, until this effect's next run.
  ///
  /// - Parameters:
  ///   - first: a property; at the start its value goes to the second.
  ///   - second: another one.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - forward: what the second one is to be, given the first one's value.
  ///   - backward: what the first one is to be, given the second one's value.
  /// - Returns: a token that cancels this binding.
  @discardableResult
  public func bind<First, Second>(
    _ first: StoredProperty<First>, _ second: StoredProperty<Second>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    forward: @escaping (First) -> Second, backward: @escaping (Second) -> First
  ) -> EffectToken {
    inner.bind(
      first, second, name: name, file: file, line: line, forward: forward, backward: backward)
  }

  /// Keeps a property of a plain object equal to a stored property, and brings back what was written to the object when
  /// the binding is told to look, until this effect's next run.
  ///
  /// - Parameters:
  ///   - object: whose property is kept equal; held weakly.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    inner.bind(
      object: object, keyPath: keyPath, with: property, name: name, file: file, line: line)
  }

  /// Keeps an optional property of a plain object equal to a stored property that is not optional, and brings back what
  /// was written to the object when the binding is told to look, until this effect's next run.
  ///
  /// - Parameters:
  ///   - object: whose property is kept equal; held weakly.
  ///   - keyPath: the property of the object.
  ///   - property: the stored property.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value?>,
    with property: StoredProperty<Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObjectBinding {
    inner.bind(
      object: object, keyPath: keyPath, with: property, name: name, file: file, line: line)
  }
}
