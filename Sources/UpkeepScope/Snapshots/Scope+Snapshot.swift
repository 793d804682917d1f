public import Upkeep

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Scope {
  /// Returns the state of the scope, and of the parts that it shares with its parent.
  ///
  /// It is of this moment and follows nothing, also in an effect: `snapshots` can be followed.
  ///
  /// - Returns: a value, which never changes.
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

  /// A property whose value is the snapshot of this moment: it changes with every atom that is
  /// written here, with every definition that goes, and with the reads of each.
  ///
  ///     let snapshots = scope.snapshots
  ///     var last = snapshots.value
  ///     updater.keepUpToDate {
  ///       print(snapshots.value.changes(since: last))  // what this turn has changed
  ///       last = snapshots.value
  ///     }
  ///
  /// Looking changes nothing: it computes nothing, begins no load, and keeps nothing alive but the
  /// scope. Several changes in a batch are seen once. The first read of an atom is no change: where
  /// an effect follows the snapshots, the atom is in them from the next change on. New inputs of a
  /// derived value, and new edges, are in it when the turn has ended in which that was computed. Of
  /// a value that is out of date its graph shows the last reads.
  ///
  /// - Complexity: O(changes · log n), and the number of scopes around this one; O(n) for the first
  ///   value that somebody holds. Nothing while nobody holds such a property.
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

  /// Gives every atom its former value, in one change.
  ///
  /// One that was not live then goes back to its first value.
  ///
  /// - Parameter snapshot: taken from this scope, or from another one with the same definitions.
  public func restore(_ snapshot: Snapshot) {
    // Also inside a batch no value goes before all are in place, for its `deinit` may look, or write.
    transaction {
      for cell in core.visibleCells where snapshot.record(of: cell.declaration.id)?.saved == nil {
        cell.reset()
      }
      for atom in snapshot.inOrder { atom.restore(core) }
    }
  }

  /// Gives atoms their values of the moment when a snapshot was encoded, in one change.
  ///
  /// Others stay; those that are not live yet begin with their former values.
  ///
  /// - Parameter data: the result of `Snapshot.encoded()`.
  /// - Throws: `SnapshotError`, which names the atom, if it is something else or damaged; nothing
  ///   has changed then.
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
  /// Returns the atoms that have a key - `Atom.encoded(as:)`, `Atom.persisted(key:in:)` - as JSON.
  ///
  /// - Returns: an object with a format, and the values by key, in order.
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

/// A snapshot could not be encoded, or bytes are no snapshot.
public struct SnapshotError: Error, CustomStringConvertible {
  /// The expectation, the finding, and the place.
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

/// The values of a snapshot, each to be decoded when its type is known.
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
