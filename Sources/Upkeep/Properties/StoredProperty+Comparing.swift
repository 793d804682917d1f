extension StoredProperty {
  /// Writes as `value` does, with an inlined `==` and without copies if values compare by `==`.
  ///
  /// - Parameters:
  ///   - new: the value to write; afterwards the old or the discarded value, which the caller
  ///     drops.
  ///   - comparesByEquality: the result of the function with that name.
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
    // Released last: the old value's `deinit` may read and write.
    withExtendedLifetime(new) { announceChange([], context) }
  }

  /// Returns whether a trivial value equals the stored one; nil for other values, and where the
  /// compiler does not know the comparison.
  @inlinable @inline(__always)
  func isKnownToEqual(_ new: Value, _ flags: Node.Flags) -> Bool? {
    if !_isPOD(Value.self) || flags.contains(.hasOwnRule) || comparesItself(Value.self) {
      return nil
    }
    // SAFETY: as at `place`.
    return withUnsafePointer(to: new) { knownEquality(at: place, $0) }
  }

  /// Returns whether the rule calls a new value unchanged.
  ///
  /// This is a function of its own, because the compiler copies a large trivial value for the
  /// rule's closure, even where the closure is not called.
  @inlinable @inline(never)
  func isUnchangedByRule(_ new: Value) -> Bool { isUnchanged(current, new) }
}
