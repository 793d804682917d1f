import Upkeep

/// The record of a cell in a snapshot.
final class SnapshotRecord {
  /// Identifies a cell of a scope or an ancestor, among all past and future cells.
  struct Key: Hashable {
    let core: ObjectIdentifier
    let number: Int

    init(_ cell: Cell) { (core, number) = (ObjectIdentifier(cell.core), cell.number) }
  }

  let id: DefinitionID
  let key: Key
  let name: String
  let kind: DefinitionKind
  /// The cell's inputs, and the resources that its load waited for.
  let needs: [Key]
  /// The atom's record; nil for a value that depends on others.
  let saved: AtomRecord?

  init(_ cell: Cell, name: String?, needs: [Key]) {
    id = cell.declaration.id
    key = Key(cell)
    self.name = name ?? cell.declaration.name
    kind = cell.kind
    self.needs = needs
    saved = cell.atomRecord
  }

  func isSame(as other: SnapshotRecord) -> Bool {
    if key != other.key || needs != other.needs { return false }
    guard let saved, let before = other.saved else { return saved == nil && other.saved == nil }
    return saved.isSame(as: before)
  }
}

/// The part of a snapshot for one scope.
struct SnapshotLayer {
  let core: ObjectIdentifier
  let records: SnapshotRecords
  /// The scope's own overrides.
  let overrides: Overrides
  /// Increases with each change of `overrides`.
  let generation: Int

  init(_ core: ScopeCore, _ records: SnapshotRecords, generation: Int) {
    self.core = ObjectIdentifier(core)
    self.records = records
    overrides = core.overrides
    self.generation = generation
  }

  func hasSameOverrides(as other: SnapshotLayer) -> Bool {
    core == other.core && generation == other.generation
  }
}
