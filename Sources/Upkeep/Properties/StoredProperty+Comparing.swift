extension StoredProperty {
  /// Whether the compiler knows the type, and there is no rule but its `==`.
  @inlinable @inline(__always)
  package static func comparesByEquality(_ rule: ChangeRule<Value>?) -> Bool {
    _isConcrete(Value.self) && rule == nil && Value.self is any Equatable.Type
      && !comparesItself(Value.self)
  }

  /// Writes as `value` does: with `==` inlined and without a copy of either value, if that is how values are compared.
  ///
  /// - Parameters:
  ///   - new: the value to write; then one that is not needed any more.
  ///   - comparesByEquality: what the function of that name said.
  @inlinable @inline(__always)
  package func write(_ new: inout Value, comparingByEquality comparesByEquality: Bool) {
    let context = Context.installed
    guard comparesByEquality, context.writesArePlain,
      node.flags.isDisjoint(with: [
        .modifying, .hasSavepoint, .hasOwnRule, .hasGoneBack, .announced,
      ])
    else { return write(new) }
    let place = place
    // The program's `==` must not write.
    context.pointee.computing = node
    // SAFETY: as at `place`.
    let isEqual = withUnsafePointer(to: &new) { knownEquality(at: place, $0) }
    context.pointee.computing = nil
    guard let isEqual else { return write(new) }
    if isEqual { return }
    guard let edge = node.firstSubscriber else {
      swap(&place.pointee, &new)
      node.issueVersion([])
      return
    }
    if edge != node.lastSubscriber { return putKept(new, context) }
    swap(&place.pointee, &new)
    // The old value goes when all is done: its `deinit` may read and write.
    withExtendedLifetime(new) { announceChange([], context) }
  }

  /// Whether a plain value is equal to the one that is there; nil for others, and where the compiler does not know how they
  /// are compared.
  @inlinable @inline(__always)
  func isKnownToEqual(_ new: Value, _ flags: Node.Flags) -> Bool? {
    if !_isPOD(Value.self) || flags.contains(.hasOwnRule) || comparesItself(Value.self) {
      return nil
    }
    // SAFETY: as at `place`.
    return withUnsafePointer(to: new) { knownEquality(at: place, $0) }
  }

  /// Asks the rule.
  ///
  /// A call of its own: the compiler copies a large plain value for the rule's closure, whether it comes to that or not.
  @inlinable @inline(never)
  func isUnchangedByRule(_ new: Value) -> Bool { isUnchanged(current, new) }
}
