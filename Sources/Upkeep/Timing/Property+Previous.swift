extension Property {
  /// A property that shows the value that this one had before its last change; nil until there is one.
  ///
  ///     let score = StoredProperty(1)
  ///     let before = score.previous()
  ///
  ///     print(before.value ?? 0)  // 0
  ///     score.value = 5
  ///     print(before.value ?? 0)  // 1
  ///
  /// The last change since the property was made: it follows its source from then on until it is dropped, as an effect does,
  /// whether somebody needs it or not. For a property of an optional type the value is a double optional, so that there was
  /// nothing before (`nil`) and a change from nothing (`.some(nil)`) are told apart.
  ///
  /// A change is one that this property's rule, or `rule`, tells apart from the value before, when a turn ends, or a round of
  /// it. A batch is one change: the value before it is shown, also while it is open. It is none if it ends where it began, as
  /// is an undone transaction, a `touch`, and an edit in place that came to nothing. (Of values that no rule tells apart
  /// each `touch` and each edit is one.)
  ///
  /// - Parameters:
  ///   - rule: decides which changes count; by default the rule of this property.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the property.
  /// - Complexity: three nodes. A change of this property costs the run of an effect and a write. The present value is kept,
  ///   too, so the first edit in place after a change copies it.
  public final func previous(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<Value?> {
    PreviousProperty(of: self, rule, name, file, line)
  }
}
