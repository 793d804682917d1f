public import Upkeep

extension EffectOwner {
  /// Keeps a property of a plain object equal to a bound value, in both directions.
  ///
  ///     let binding = updater.bind(object: textField, keyPath: \.text, with: store.bound(\.name))
  ///     textField.onEdit { binding.pull() }
  ///
  /// A plain object announces no changes; `pull()` reads its property. The bound value has
  /// priority: it is written to the object at the start, after each change, and when it does not
  /// accept a pulled value. The object is held weakly; the binding ends with it.
  ///
  /// - Parameters:
  ///   - object: the object of the property.
  ///   - keyPath: the property of the object.
  ///   - bound: the bound value; its source is kept until the binding ends.
  ///   - name: the effect's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, to pull or to cancel.
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>, with bound: Bound<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    let property = DerivedProperty { bound.value }
    return updater.bind(
      object, with: property, Label(name, file, line), write: { $0[keyPath: keyPath] = $1 },
      readBack: { object in
        let isUnchanged: (Value, Value) -> Bool = automaticComparison()
        let found = object[keyPath: keyPath]
        if isUnchanged(property.peek(), found) { return }
        let version = property.freshVersion()
        bound.value = found
        let value = property.peek()
        // If the source rejected or altered the value, the object shows the source's value again. A
        // new value that differs from itself under `==` (NaN) counts as accepted.
        let isTaken = property.freshVersion() != version && !isUnchanged(value, value)
        if !isTaken, !isUnchanged(value, object[keyPath: keyPath]) {
          object[keyPath: keyPath] = value
        }
      })
  }

  /// Keeps an optional property, such as a text field's text, equal to a nonoptional bound value.
  ///
  ///     let binding = updater.bind(object: searchBar, keyPath: \.text, with: store.bound(\.query))
  ///
  /// Nil is not a value of the source: if the object's property is nil, the object shows the bound
  /// value again. Use `map` to give nil a meaning:
  ///
  ///     let query = store.bound(\.query).map(to: { $0 }, from: { $0 ?? "" })   // a Bound<String?>
  ///
  /// - Parameters:
  ///   - object: the object of the property.
  ///   - keyPath: the property of the object.
  ///   - bound: the bound value; its source is kept until the binding ends.
  ///   - name: the effect's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the binding, to pull or to cancel.
  @_documentation(visibility: internal)
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: ReferenceWritableKeyPath<Object, Value?>, with bound: Bound<Value>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> ObjectBinding {
    let optional = Bound<Value?>(get: { bound.value }) { value in
      if let value { bound.value = value }
    }
    return bind(
      object: object, keyPath: keyPath, with: optional, name: name, file: file, line: line)
  }
}
