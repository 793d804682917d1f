import Upkeep

/// The state of a scope at one moment: the values of its atoms, and its graph.
///
///     let before = scope.snapshot()
///     scope[Cart.items].append(tea)
///     scope.snapshot().changes(since: before)  // [Cart.items: [] -> [tea]]
///     scope.restore(before)
///
/// Restoring atoms outdates the computed values that depend on them. Taking a snapshot computes
/// nothing and subscribes to nothing. The value of a resource is not part of it, not even a written
/// one: it is a copy of its source, and the next load replaces it.
public struct Snapshot {
  /// The parts of the scope and its ancestors, nearest first.
  let layers: [SnapshotLayer]

  /// The live definitions and the edges between them.
  ///
  /// - Complexity: O(n log n) for n live definitions, on each call.
  public var graph: DefinitionGraph { DefinitionGraph(visible) }

  /// The names of the snapshot's atoms, sorted.
  public var atomNames: [String] { inOrder.map(\.name) }

  var inOrder: [AtomRecord] {
    visible.compactMap(\.saved).sorted { ($0.name, $0.number) < ($1.name, $1.number) }
  }

  /// Returns the record of a definition that a read could find.
  func record(of id: DefinitionID) -> SnapshotRecord? {
    for layer in layers {
      if let record = layer.records[id] { return record }
      if layer.overrides[id] != nil { return nil }
    }
    return nil
  }

  /// The records that a read could find.
  private var visible: [SnapshotRecord] {
    if layers.count == 1 { return layers[0].records.all }
    var hidden: Set<DefinitionID> = []
    var overriding: [Overrides] = []
    return layers.flatMap { layer in
      let found = layer.records.all.filter { record in
        !hidden.contains(record.id) && !overriding.contains { $0.overridesGroup(of: record.id) }
      }
      hidden.formUnion(found.lazy.map(\.id))
      hidden.formUnion(layer.overrides.single.keys)
      if layer.overrides.hasGroups { overriding.append(layer.overrides) }
      return found
    }
  }

  /// Calls a closure with each definition whose record may differ between two snapshots.
  func forEachDifference(from other: Snapshot, _ body: (DefinitionID) -> Void) {
    let isComparable =
      layers.count == other.layers.count
      && zip(layers, other.layers).allSatisfy { $0.hasSameOverrides(as: $1) }
    if isComparable {
      for (new, old) in zip(layers, other.layers) {
        SnapshotRecords.forEachDifference(old.records, new.records, body)
      }
    } else {
      for record in (layers + other.layers).flatMap(\.records.all) { body(record.id) }
    }
  }

  /// The value of an atom in the snapshot.
  ///
  /// - Parameter atom: the atom to look up.
  /// - Returns: its value; nil if it was not live.
  public subscript<A: AtomDefinition>(_ atom: A) -> A.Value? {
    record(of: atom.definitionID)?.saved?.value as? A.Value
  }

  /// Returns the differences from an earlier snapshot of the same scope.
  ///
  /// Values are compared by `==` if their type has one, and instances by identity; any other value
  /// differs if it was written in between.
  ///
  /// - Parameter earlier: the snapshot to compare with.
  /// - Returns: the atoms that differ, sorted by name.
  /// - Complexity: O(differences · log n) for two values of one `Scope.snapshots`; O(n) for others.
  public func changes(since earlier: Snapshot) -> [SnapshotChange] {
    var changes: [DefinitionID: (old: AtomRecord?, new: AtomRecord?)] = [:]
    forEachDifference(from: earlier) { id in
      let (old, new) = (earlier.record(of: id)?.saved, record(of: id)?.saved)
      if old == nil, new == nil { return }
      if let old, let new, new.isSame(as: old) { return }
      changes[id] = (old, new)
    }
    func place(_ change: (old: AtomRecord?, new: AtomRecord?)) -> (String, Int) {
      let atom = change.new ?? change.old
      return (atom?.name ?? "", atom?.number ?? 0)
    }
    return changes.values.sorted { place($0) < place($1) }.map { change in
      SnapshotChange(name: place(change).0, old: change.old?.value, new: change.new?.value)
    }
  }
}

extension Snapshot {
  /// Returns whether two snapshots have the same records, inputs included.
  func isIdentical(to other: Snapshot) -> Bool {
    var isIdentical = zip(layers, other.layers).allSatisfy { $0.hasSameOverrides(as: $1) }
    forEachDifference(from: other) { id in
      if !isIdentical { return }
      let (old, new) = (other.record(of: id), record(of: id))
      guard let old, let new else {
        isIdentical = old == nil && new == nil
        return
      }
      isIdentical = new.isSame(as: old)
    }
    return isIdentical
  }
}

extension Snapshot: Equatable {
  /// Returns whether two snapshots have the same atoms with the same values.
  @_documentation(visibility: internal)
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    right.changes(since: left).isEmpty
  }
}

/// A difference of an atom between two snapshots.
public struct SnapshotChange: CustomStringConvertible {
  /// The name of the atom.
  public let name: String
  /// The atom's old value; nil if the atom was not live.
  public let old: Any?
  /// The atom's new value; nil if the atom is no longer live.
  public let new: Any?

  /// The name and both values.
  public var description: String {
    func text(_ value: Any?) -> String { value.map { String(describing: $0) } ?? "nothing" }
    return "\(name): \(text(old)) -> \(text(new))"
  }
}
