extension UntypedProperty: Hashable {
  /// Whether two properties are the same one, whatever their values: for sets and dictionaries of properties.
  ///
  ///     let count = StoredProperty(1)
  ///     print(count == StoredProperty(1))              // false
  ///     print(count.value == StoredProperty(1).value)  // true
  ///
  /// A property that shows another one (`PassThroughProperty`) is not that other one. A property whose value is a
  /// property, or a list of them, compares it by this.
  ///
  /// - Parameters:
  ///   - one: a property.
  ///   - other: a property of the same or of another type.
  /// - Returns: whether they are one object. Nothing is read, and nothing followed.
  @_documentation(visibility: internal)
  public static func == (one: UntypedProperty, other: UntypedProperty) -> Bool { one === other }

  /// Hashes which property it is.
  ///
  /// - Parameter hasher: takes the identity of the object.
  @_documentation(visibility: internal)
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
