import Upkeep

// What definitions mean here.
extension ScopeCore {
  /// The definition that stands for another one in this scope: that of the nearest scope that overrides it.
  func override(of id: DefinitionID) -> Any? { overrides[id] ?? parent?.override(of: id) }

  func override(_ id: DefinitionID, by definition: Any) {
    overrides.set(definition, for: id)
    overridesChanged { $0.replaceDefinition(of: id) }
  }

  func override(_ group: DefinitionGroup, _ make: @escaping (Any) -> Any?) {
    overrides.set(group, make)
    overridesChanged { $0.replaceDefinitions(of: group, where: { _ in true }) }
  }

  private func overridesChanged(_ replace: (ScopeCore) -> Void) {
    batch {
      replace(self)
      if parent != nil { generation.value += 1 }
    }
  }

  /// Passes on, to scopes inside as well, what a definition means now: to those that do not say so themselves.
  private func replaceDefinition(of id: DefinitionID) {
    replaceOwnDefinition(of: id)
    for child in children.values.compactMap(\.core) where child.overrides[id] == nil {
      child.replaceDefinition(of: id)
    }
  }

  private func replaceDefinitions(
    of group: DefinitionGroup, where isConcerned: (DefinitionID) -> Bool
  ) {
    for id in members.keys where id.key.group == group && isConcerned(id) {
      replaceOwnDefinition(of: id)
    }
    for child in children.values.compactMap(\.core) {
      child.replaceDefinitions(of: group) { isConcerned($0) && child.overrides[$0] == nil }
    }
  }

  private func replaceOwnDefinition(of id: DefinitionID) {
    // SAFETY: what is in a slot is retained there.
    let single = (id.key as? Identity).flatMap { slot($0.slot)?.takeUnretainedValue() }
    if let cell = single ?? members[id], let definition = override(of: id) {
      cell.replaceDefinition(by: definition)
    }
  }
}
