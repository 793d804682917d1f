/// Which definitions mean another one in a scope.
struct Overrides {
  private var single: [DefinitionID: Any] = [:]
  private var groups: [DefinitionGroup: (Any) -> Any?] = [:]

  var isEmpty: Bool { single.isEmpty && groups.isEmpty }

  /// The definition that stands for another one, of the same kind and value; nil if none does.
  subscript(_ id: DefinitionID) -> Any? {
    if isEmpty { return nil }
    if let definition = single[id] { return definition }
    guard let group = id.key.group, let parameter = id.key.parameter else { return nil }
    return groups[group]?(parameter)
  }

  mutating func set(_ definition: Any, for id: DefinitionID) { single[id] = definition }

  mutating func set(_ group: DefinitionGroup, _ make: @escaping (Any) -> Any?) {
    groups[group] = make
  }
}
