// A first value that is made inside a transaction survives the rollback, unless it depends on a
// change of the transaction (law 12).
extension Graph {
  /// Returns the derived values that first values have read inside a transaction that is about to
  /// be rolled back.
  ///
  /// The rollback restores the versions of these values, so only a comparison shows whether such a
  /// value is the same again.
  static func valuesSeenByFirstValues(
    behind savepoint: Int, _ context: ContextRef
  ) -> [SeenVersion: SeenValue] {
    var seen: [SeenVersion: SeenValue] = [:]
    for index in savepoint..<context.pointee.undoLog.count {
      let entry = context.pointee.undoLog[index]
      guard entry.kind == .first, let node = entry.node else { continue }
      for edge in node.inputs {
        let version = SeenVersion(input: edge.input, version: edge.version)
        if edge.input.flags.contains(.derived), edge.version == edge.input.version,
          seen[version] == nil
        {
          seen[version] = edge.input.guest?.seenValue(of: edge.version)
        }
      }
    }
    return seen
  }

  /// Whether every input of a first value has, after a rollback, the value that the first value was
  /// computed with.
  ///
  /// The result is false for a value that is marked to compute, because it has lost its inputs.
  /// Inputs that the closure of the first value has made itself do not count.
  static func isStillTrue(
    _ node: NodeRef, _ seen: [SeenVersion: SeenValue], ofClosure closure: UInt64?,
    _ context: ContextRef
  ) -> Bool {
    guard node.flags.isDisjoint(with: [.dead, .changed, .inCycle, .collects, .checking, .running])
    else { return false }
    for edge in node.inputs {
      let input = edge.input
      if isMade(input, sinceClosure: closure, context) { continue }
      if input.flags.contains(.dead) || input.signs.contains(.isAbandoned) { return false }
      if edge.version == input.version, !input.flags.contains(.uncomputed) { continue }
      guard let value = seen[SeenVersion(input: input, version: edge.version)],
        value.parts.isEmpty
      else { return false }
      refreshInput(input, context)
      let outer = context.pointee.computing
      context.pointee.computing = input
      defer { context.pointee.computing = outer }
      if !value.isStillTrue() { return false }
      edge.version = input.version
    }
    return true
  }
}

extension Graph {
  /// Whether `node` was made by a closure of a first value or by a closure inside it, which has a
  /// greater ticket.
  private static func isMade(
    _ node: NodeRef, sinceClosure closure: UInt64?, _ context: ContextRef
  ) -> Bool {
    guard let closure, let made = context.making.made[UInt(bitPattern: node.pointer)] else {
      return false
    }
    return made.maker.closure >= closure
  }
}
