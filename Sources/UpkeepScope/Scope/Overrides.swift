import Upkeep

/// Which definitions mean another one in a scope.
struct Overrides {
  private(set) var single: [DefinitionID: Any] = [:]
  private var groups: [DefinitionGroup: (Any) -> Any?] = [:]
  /// The outermost transaction in which they have changed last, if that was in one.
  private(set) var changedIn: UInt64?

  var isEmpty: Bool { single.isEmpty && groups.isEmpty }

  /// The definition that stands for another one, of the same kind and value; nil if none does.
  subscript(_ id: DefinitionID) -> Any? {
    if isEmpty { return nil }
    return single[id] ?? member(id)
  }

  var hasGroups: Bool { !groups.isEmpty }

  /// Whether all those of its family or type mean others, and this one, too.
  func overridesGroup(of id: DefinitionID) -> Bool { member(id) != nil }

  private func member(_ id: DefinitionID) -> Any? {
    guard let group = id.key.group, let parameter = id.key.parameter else { return nil }
    return groups[group]?(parameter)
  }

  /// Has a definition mean another one, or, given nil, what it says itself.
  ///
  /// - Returns: the one that it has meant.
  mutating func replace(_ id: DefinitionID, by definition: Any?) -> Any? {
    changedIn = Turn.outermostTransaction
    defer { single[id] = definition }
    return single[id]
  }

  /// The same for a whole family or type.
  mutating func replace(
    _ group: DefinitionGroup, by make: ((Any) -> Any?)?
  ) -> ((Any) -> Any?)? {
    changedIn = Turn.outermostTransaction
    defer { groups[group] = make }
    return groups[group]
  }
}
