extension Property {
  /// Returns a property that shows this one's value before its last change; nil until there is one.
  ///
  ///     let score = StoredProperty(1)
  ///     let before = score.previous()
  ///
  ///     print(before.value ?? 0)  // 0
  ///     score.value = 5
  ///     print(before.value ?? 0)  // 1
  ///
  /// Only changes since the property was made count: it follows its source from then until it is
  /// dropped, as an effect does, even if nothing needs it. For a property of an optional type, the
  /// value is a double optional, so that no value before (`nil`) differs from a change from nil
  /// (`.some(nil)`).
  ///
  /// A change is counted when a turn or a round ends, if this property's rule, or `rule`, tells the
  /// value apart from the one before. A batch is one change: the value before it shows, also while
  /// it is open. A batch that ends where it began is no change. Neither is a rolled back
  /// transaction, a `touch`, or an edit in place that changed nothing. (If no rule tells values
  /// apart, each `touch` and each edit is a change.)
  ///
  /// - Parameters:
  ///   - rule: decides which changes count; by default, the rule of this property.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the property.
  /// - Complexity: three nodes. A change of this property costs one run of an effect and a write.
  ///   The current value is kept, too, so the first edit in place after a change copies it.
  public final func previous(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) -> Property<Value?> {
    PreviousProperty(of: self, rule, name, file, line, column)
  }
}
