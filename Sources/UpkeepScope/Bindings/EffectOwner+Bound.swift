public import Upkeep

extension EffectOwner {
  /// Keeps a property of a plain object equal to a bound value, and brings back the object's value
  /// when the binding is told to look.
  ///
  ///     let binding = updater.bind(object: textField, keyPath: \.text, with: store.bound(\.name))
  ///     textField.onEdit { binding.pull() }
  ///
  /// A plain object announces nothing; `pull()` reads it. The bound value wins: it is written to
  /// the object at the start and whenever it changes, and when a pulled value did not become of it.
  /// The object is held weakly; the binding ends with it.
  ///
  /// - Parameters:
  ///   - object: the object of the property.
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
        // Refused, or made something else of: the object shows the true value again. A value that `==` does not tell
        // from itself (NaN), and that is another one than before, has been taken.
        let isTaken = property.freshVersion() != version && !isUnchanged(value, value)
        if !isTaken, !isUnchanged(value, object[keyPath: keyPath]) {
          object[keyPath: keyPath] = value
        }
      })
  }

  /// Keeps an optional property of a plain object, as the text of a text field, equal to a bound
  /// value that is not optional, and brings back the object's value when the binding is told to
  /// look.
  ///
  ///     let binding = updater.bind(object: searchBar, keyPath: \.text, with: store.bound(\.query))
  ///
  /// Nil is no value of it: an object in which nil is found shows the true value again. Say what
  /// nil means where it means something:
  ///
  ///     let query = store.bound(\.query).map(to: { $0 }, from: { $0 ?? "" })   // a Bound<String?>
  ///
  /// - Parameters:
  ///   - object: the object of the property.
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
    let optional = Bound<Value?>(get: { bound.value }) { value in
      if let value { bound.value = value }
    }
    return bind(
      object: object, keyPath: keyPath, with: optional, name: name, file: file, line: line)
  }
}
