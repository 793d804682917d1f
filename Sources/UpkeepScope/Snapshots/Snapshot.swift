import Upkeep

/// The state of a scope at one moment, as a value: what its atoms were, and what followed from what.
///
///     let before = scope.snapshot()
///     scope[Cart.items].append(tea)
///     scope.snapshot().changes(since: before)  // [Cart.items: [] -> [tea]]
///     scope.restore(before)
///
/// What follows from atoms follows from them again when they are restored. Taking a snapshot computes and subscribes
/// to nothing.
public struct Snapshot {
  let atoms: [DefinitionID: SavedAtom]

  /// Which definitions were live, and which had read which.
  public let graph: DefinitionGraph

  /// The names of the atoms that are in it, in order.
  public var atomNames: [String] { inOrder.map(\.name) }

  var inOrder: [SavedAtom] {
    atoms.values.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
  }

  /// The value that an atom had.
  ///
  /// - Parameter atom: which.
  /// - Returns: its value, nil if it was not live yet.
  public subscript<A: AtomDefinition>(_ atom: A) -> A.Value? {
    atoms[atom.definitionID]?.value as? A.Value
  }

  /// What is different from an earlier snapshot of the same scope.
  ///
  /// Values are compared by `==` where their type has one, and instances by identity; of others it is known whether
  /// they were written in between.
  ///
  /// - Parameter earlier: what it is compared with.
  /// - Returns: the atoms that differ, by name.
  public func changes(since earlier: Snapshot) -> [SnapshotChange] {
    let names = atoms.merging(earlier.atoms) { new, _ in new }
    return names.values.sorted { ($0.name, $0.number) < ($1.name, $1.number) }.compactMap { atom in
      let (old, new) = (earlier.atoms[atom.id], atoms[atom.id])
      if let old, let new, new.isSame(as: old) { return nil }
      return SnapshotChange(name: atom.name, old: old?.value, new: new?.value)
    }
  }
}

extension Snapshot: Equatable {
  /// Whether two have the same atoms with the same values.
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    left.atoms.count == right.atoms.count && right.changes(since: left).isEmpty
  }
}

/// An atom that differs between two snapshots.
public struct SnapshotChange: CustomStringConvertible {
  /// The name of the atom.
  public let name: String
  /// What it was, nil if it was not live yet.
  public let old: Any?
  /// What it is, nil if it is not live any more.
  public let new: Any?

  /// The name and both values.
  public var description: String {
    func text(_ value: Any?) -> String { value.map { String(describing: $0) } ?? "nothing" }
    return "\(name): \(text(old)) -> \(text(new))"
  }
}

/// An atom in a snapshot.
struct SavedAtom {
  let id: DefinitionID
  let name: String
  /// Which of the cells of its scope it was, in order of creation.
  let number: Int
  let value: Any
  /// Equal for two moments at which nothing was written in between.
  let version: UInt32
  let cell: ObjectIdentifier
  let isEqual: (Any, Any) -> Bool
  let key: String?
  let encodable: (any Encodable)?
  let restore: (ScopeCore) -> Void

  func isSame(as other: SavedAtom) -> Bool {
    cell == other.cell && version == other.version || isEqual(value, other.value)
  }
}

extension SavedAtom {
  init<Value>(_ cell: AtomCell<Value>, _ value: Value) {
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    let atom = cell.atom
    self.init(
      id: atom.definitionID, name: cell.declaration.name, number: cell.number, value: value,
      version: cell.stored.storedVersion, cell: ObjectIdentifier(cell),
      isEqual: { left, right in
        guard let left = left as? Value, let right = right as? Value else { return false }
        return isUnchanged(left, right)
      }, key: atom.coding?.key, encodable: atom.coding?.encodable(value)
    ) { $0.atomCell(of: atom).write(value) }
  }
}
