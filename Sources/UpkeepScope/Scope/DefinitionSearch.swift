/// A scope's search for the cell or the declaration of a definition.
@_documentation(visibility: internal)
public struct DefinitionSearch {
  @usableFromInline
  enum Goal {
    case cell
    /// The cell of a definition with a place in the scope's table.
    case cellInSlot
    case declaration
  }

  // SAFETY: the core searches, so its caller keeps it.
  @usableFromInline let core: Unmanaged<ScopeCore>
  @usableFromInline let goal: Goal
  // SAFETY: the table retains the cell until its lifetime ends.
  /// The cell; nil if the scope has none.
  @usableFromInline var cell: Unmanaged<Cell>?
  // SAFETY: the definition stores its handle, which keeps the declaration.
  /// The declaration; nil for a node, which makes one.
  @usableFromInline var declaration: Unmanaged<Declaration>?

  @inlinable @inline(__always)
  init(_ core: ScopeCore, for goal: Goal) {
    self.core = Unmanaged.passUnretained(core)
    self.goal = goal
  }

  /// Finds the cell or the declaration of a declared definition.
  @inlinable @inline(__always)
  mutating func find<Declared, Value>(_ definition: DefinitionHandle<Declared, Value>) {
    if goal == .declaration {
      declaration = Unmanaged.passUnretained(definition.declaration)
      return
    }
    cell = core._withUnsafeGuaranteedRef { core in
      if let cell = core.slot(definition.place) { return cell }
      if goal == .cellInSlot || definition.place >= 0 { return nil }
      return core.memberCell(of: definition.declaration)
    }
  }

  /// Finds the cell of a node.
  mutating func find<Node: DefinitionNode>(node: Node) {
    if goal == .cell { cell = core._withUnsafeGuaranteedRef { $0.memberCell(of: node) } }
  }
}
