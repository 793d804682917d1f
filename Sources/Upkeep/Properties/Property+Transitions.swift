extension Property {
  /// Returns whether the rule tells two values apart.
  ///
  /// A value that was set back in the same flush is no transition, and neither is an edit that
  /// changed nothing. A change of an element is a change of its collection.
  @inlinable
  final func isTransition(from old: Value, to new: Value, by rule: ChangeRule<Value>?) -> Bool {
    if let rule { return !rule.isUnchanged(old, new) }
    let flags = node.flags
    if flags.isDisjoint(with: .hasOwnRule), let isEqual = plainEquality(old, new) {
      return !isEqual
    }
    return flags.contains(.collects) || !counts(new, asUnchangedFrom: old)
  }
}
