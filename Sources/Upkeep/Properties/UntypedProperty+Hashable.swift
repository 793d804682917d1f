extension UntypedProperty: Hashable {
  /// Returns whether two properties are the same object, whatever their values.
  ///
  ///     let count = StoredProperty(1)
  ///     print(count == StoredProperty(1))              // false
  ///     print(count.value == StoredProperty(1).value)  // true
  ///
  /// Sets and dictionaries of properties use this identity. A property that shows another one
  /// (`PassThroughProperty`) is not equal to it. A property whose value is a property, or a list of
  /// properties, compares its values by this identity.
  ///
  /// - Parameters:
  ///   - one: a property.
  ///   - other: a property of the same or of another type.
  /// - Returns: whether they are one object. Nothing is read or followed.
  @_documentation(visibility: internal)
  public static func == (one: UntypedProperty, other: UntypedProperty) -> Bool { one === other }

  /// Hashes the identity of the property.
  ///
  /// - Parameter hasher: takes the identity of the object.
  @_documentation(visibility: internal)
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
