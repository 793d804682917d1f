public import Upkeep

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Scope {
  /// Returns the state of the scope and of the parts that it shares with its parent.
  ///
  /// The call tracks nothing, not even in an effect; use `snapshots` to follow the state.
  ///
  /// - Returns: an immutable value.
  /// - Complexity: O(number of live definitions and their dependencies).
  public func snapshot() -> Snapshot {
    let cores = Array(core.lineage)
    var keys: [ObjectIdentifier: SnapshotRecord.Key] = [:]
    for cell in cores.flatMap(\.cells) {
      keys[ObjectIdentifier(cell.property)] = SnapshotRecord.Key(cell)
    }
    return Snapshot(
      layers: cores.map { core in
        var records = SnapshotRecords()
        for cell in core.cells {
          let needs = cell.needs.compactMap { keys[ObjectIdentifier($0)] }
          records.set(SnapshotRecord(cell, name: nil, needs: needs))
        }
        return SnapshotLayer(core, records, generation: core.generation.peek())
      })
  }

  /// A property whose value is the scope's current snapshot.
  ///
  /// The property changes with each write to an atom, each released definition and each change of
  /// inputs.
  ///
  ///     let snapshots = scope.snapshots
  ///     var last = snapshots.value
  ///     updater.keepUpToDate {
  ///       print(snapshots.value.changes(since: last))  // the changes of this turn
  ///       last = snapshots.value
  ///     }
  ///
  /// Following snapshots computes nothing, begins no load, and keeps only the scope alive. Several
  /// changes in a batch are one change. The first read of an atom is no change: if an effect
  /// follows the snapshots, the atom appears in them at the next change. New inputs and edges of a
  /// derived value appear at the end of the turn that computed it. The graph shows the last reads
  /// of a stale value.
  ///
  /// - Complexity: O(changes · log n), plus the number of enclosing scopes; O(n) for the first
  ///   value of a held property. Free while the program holds no such property.
  public var snapshots: Property<Snapshot> {
    let followers = core.lineage.map { ($0, $0.followCells()) }
    return DerivedProperty(
      changes: ChangeRule { old, new in !new.isIdentical(to: old) }, name: "snapshots"
    ) { [self] in
      withExtendedLifetime(self) {
        Snapshot(
          layers: followers.map { core, follower in
            let generation = core.generation.value
            return SnapshotLayer(core, follower.records.value, generation: generation)
          })
      }
    }
  }

  /// Restores every atom's value from a snapshot, in one change.
  ///
  /// An atom that was not live in the snapshot gets its first value.
  ///
  /// - Parameter snapshot: taken from this scope, or from another one with the same definitions.
  public func restore(_ snapshot: Snapshot) {
    // A transaction, also inside a batch: no old value is released before all values are set,
    // because its `deinit` may read or write.
    transaction {
      for cell in core.visibleCells where snapshot.record(of: cell.declaration.id)?.saved == nil {
        cell.reset()
      }
      for atom in snapshot.inOrder { atom.restore(core) }
    }
  }

  /// Restores atoms from an encoded snapshot, in one change.
  ///
  /// Other atoms keep their values. Atoms that are not live yet begin with their restored values.
  ///
  /// - Parameter data: the result of `Snapshot.encoded()`.
  /// - Throws: `SnapshotError`, which names the atom, if the data is damaged or not a snapshot;
  ///   nothing has changed then.
  public func restore(encoded data: Data) throws {
    let saved = try SavedAtoms(decoding: data)
    try transaction {
      var pending = saved.values
      for cell in core.visibleCells {
        guard let key = cell.codingKey, let decoder = pending.removeValue(forKey: key) else {
          continue
        }
        do {
          try cell.restore(from: decoder)
        } catch {
          throw SnapshotError(
            "'\(key)', which is \(cell.declaration.name), cannot be read: \(error)")
        }
      }
      let before = core.persistence.restored
      Turn.afterRollback { [core] in core.persistence.restored = before }
      core.persistence.restored.merge(pending) { _, new in new }
    }
  }
}

extension Snapshot {
  /// Returns the atoms with a key, from `Atom.encoded(as:)` or `Atom.persisted(key:in:)`, as JSON.
  ///
  /// - Returns: a JSON object with a format and the values by key, sorted.
  /// - Throws: `SnapshotError` if a value cannot be encoded, or two atoms have one key.
  public func encoded() throws -> Data {
    var values: [String: any Encodable] = [:]
    for atom in inOrder {
      guard let key = atom.key, let value = atom.encodable else { continue }
      if values.updateValue(value, forKey: key) != nil {
        throw SnapshotError(
          "each key is to be one atom's, and '\(key)' is also that of \(atom.name)")
      }
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      return try encoder.encode(EncodedAtoms(values: values))
    } catch {
      throw SnapshotError("it cannot be encoded: \(error)")
    }
  }
}

/// An error for a snapshot that cannot be encoded or decoded.
public struct SnapshotError: Error, CustomStringConvertible {
  /// The problem, with its place.
  public let description: String

  init(_ problem: String) { description = "a snapshot must be whole, but \(problem)" }
}

private let snapshotFormat = "upkeep snapshot 1"

private struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct EncodedAtoms: Encodable {
  let values: [String: any Encodable]

  func encode(to encoder: any Encoder) throws {
    var whole = encoder.container(keyedBy: Name.self)
    try whole.encode(snapshotFormat, forKey: Name("format"))
    var atoms = whole.nestedContainer(keyedBy: Name.self, forKey: Name("atoms"))
    for (key, value) in values { try atoms.encode(value, forKey: Name(key)) }
  }
}

/// The values of an encoded snapshot, each decoded once its type is known.
private struct SavedAtoms: Decodable {
  let values: [String: any Decoder]

  init(decoding data: Data) throws {
    do {
      self = try JSONDecoder().decode(SavedAtoms.self, from: data)
    } catch let error as SnapshotError {
      throw error
    } catch {
      throw SnapshotError("it cannot be read: \(error)")
    }
  }

  init(from decoder: any Decoder) throws {
    let whole = try decoder.container(keyedBy: Name.self)
    let format = try whole.decode(String.self, forKey: Name("format"))
    guard format == snapshotFormat else {
      throw SnapshotError("its format is to be '\(snapshotFormat)', and is '\(format)'")
    }
    let atoms = try whole.nestedContainer(keyedBy: Name.self, forKey: Name("atoms"))
    values = try Dictionary(
      uniqueKeysWithValues: atoms.allKeys.map {
        ($0.stringValue, try atoms.superDecoder(forKey: $0))
      })
  }
}
