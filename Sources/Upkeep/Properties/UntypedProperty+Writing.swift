extension UntypedProperty {
  /// Writes a value whose type is known only at run time; for inspectors, bindings and forms.
  ///
  ///     let fields: [UntypedProperty] = [StoredProperty(1), StoredProperty<String?>("tea")]
  ///
  ///     print(fields[0].write(untyped: 2))                     // true
  ///     print(fields[0].write(untyped: "two"))                 // false, reported, and still 2
  ///     print(fields[1].write(untyped: Optional<Any>.none as Any))  // true
  ///
  /// A property of an optional type takes both nil and wrapped values. A value of another type, or
  /// a write to a property that is not writable, is refused: the property keeps its value, and the
  /// misuse handler gets the mistake.
  ///
  /// - Parameter value: the new value.
  /// - Returns: whether the value was accepted; true also if the change rule then discards it.
  /// - Complexity: a write and a cast.
  @discardableResult
  public final func write(untyped value: Any) -> Bool {
    if isWritable { return writeIfPossible(value) }
    Misuse.report(.notWritable(property: label.description, kind: "\(type(of: self))"))
    return false
  }
}
