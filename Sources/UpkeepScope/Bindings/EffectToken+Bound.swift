public import Upkeep

extension EffectToken {
  /// Keeps a property of a plain object equal to a bound value, and brings back the object's value when the binding is told
  /// to look, until this effect's next run.
  ///
  /// - Parameters:
  ///   - object: the object of the property; held weakly.
  ///   - keyPath: the property of the object.
  ///   - bound: the value; its source is kept until the binding ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>, with bound: Bound<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    inner.bind(object: object, keyPath: keyPath, with: bound, name: name, file: file, line: line)
  }

  /// Keeps an optional property of a plain object equal to a bound value that is not optional, and brings back the object's
  /// value when the binding is told to look, until this effect's next run.
  ///
  /// - Parameters:
  ///   - object: the object of the property; held weakly.
  ///   - keyPath: the property of the object.
  ///   - bound: the value; its source is kept until the binding ends.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, with which to pull or to cancel.
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value?>, with bound: Bound<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    inner.bind(object: object, keyPath: keyPath, with: bound, name: name, file: file, line: line)
  }
}
