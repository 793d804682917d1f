import Upkeep

// Finding and changing overrides.
extension ScopeCore {
  /// Returns the replacement of a definition, from the nearest scope that overrides it.
  func override(of id: DefinitionID) -> Declaration? {
    if !mayOverride { return nil }
    for core in lineage {
      if let declaration = core.overrides[id] { return declaration }
    }
    return nil
  }

  func override(_ id: DefinitionID, by declaration: Declaration) {
    isOverriding = true
    overrides.set(declaration, for: id)
    overridesChanged { $0.replaceDefinition(of: id) }
  }

  func override(_ group: DefinitionGroup, _ make: @escaping (Any) -> Declaration?) {
    isOverriding = true
    overrides.set(group, make)
    overridesChanged { $0.replaceDefinitions(of: group) }
  }

  private func overridesChanged(_ replace: (ScopeCore) -> Void) {
    batch {
      replace(self)
      if parent != nil { generation.value += 1 }
    }
  }

  /// Applies a changed override here and in child scopes without an override of the definition.
  private func replaceDefinition(of id: DefinitionID) {
    var pending = [self]
    while let core = pending.popLast() {
      core.replaceOwnDefinition(of: id)
      pending += core.children.objects.filter { $0.overrides[id] == nil }
    }
  }

  private func replaceDefinitions(of group: DefinitionGroup) {
    // Each scope, and the scopes with overrides on the path from this one down to it.
    var pending: [(core: ScopeCore, overriding: [ScopeCore])] = [(self, [])]
    while let (core, overriding) = pending.popLast() {
      for cell in core.cells where cell.declaration.id.key.group == group {
        let id = cell.declaration.id
        if overriding.contains(where: { $0.overrides[id] != nil }) { continue }
        core.replaceOwnDefinition(of: id)
      }
      pending += core.children.objects.map {
        ($0, $0.overrides.isEmpty ? overriding : overriding + [$0])
      }
    }
  }

  private func replaceOwnDefinition(of id: DefinitionID) {
    if let cell = ownCell(of: id), let declaration = override(of: id) {
      cell.replaceDeclaration(by: declaration)
      // The cell itself notes its new inputs only when it reads them.
      noteChange(of: id)
    }
  }
}
