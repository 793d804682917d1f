/// The overrides of a scope.
struct Overrides {
  private(set) var single: [DefinitionID: Declaration] = [:]
  private var groups: [DefinitionGroup: (_ parameter: Any) -> Declaration?] = [:]

  var isEmpty: Bool { single.isEmpty && groups.isEmpty }

  /// The replacement of a definition, of the same kind and value type; nil if there is none.
  subscript(_ id: DefinitionID) -> Declaration? {
    if isEmpty { return nil }
    return single[id] ?? member(id)
  }

  var hasGroups: Bool { !groups.isEmpty }

  /// Whether a definition is replaced by an override of its whole family or type.
  func overridesGroup(of id: DefinitionID) -> Bool { member(id) != nil }

  private func member(_ id: DefinitionID) -> Declaration? {
    guard let group = id.key.group, let parameter = id.key.parameter else { return nil }
    return groups[group]?(parameter)
  }

  mutating func set(_ declaration: Declaration, for id: DefinitionID) { single[id] = declaration }

  mutating func set(_ group: DefinitionGroup, _ make: @escaping (Any) -> Declaration?) {
    groups[group] = make
  }
}
