import Upkeep

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Scope {
  /// Returns the state of the scope, and of what it shares with its parent.
  ///
  /// - Returns: a value, which stays what it is.
  /// - Complexity: O(what is live and its dependencies).
  public func snapshot() -> Snapshot {
    let cells = core.visibleCells
    let atoms = cells.compactMap(\.savedAtom)
    return Snapshot(
      atoms: Dictionary(atoms.map { ($0.id, $0) }) { own, _ in own }, graph: DefinitionGraph(cells))
  }

  /// Makes every atom what it was, in one change. One that was not live then goes back to its first value.
  ///
  /// - Parameter snapshot: taken from this scope, or from another one with the same definitions.
  public func restore(_ snapshot: Snapshot) {
    batch {
      for cell in core.visibleCells where snapshot.atoms[cell.declaration.id] == nil {
        cell.reset()
      }
      for atom in snapshot.inOrder { atom.restore(core) }
    }
  }

  /// Makes atoms what they were when a snapshot was encoded, in one change. Others stay; those that are not live yet
  /// begin with what they were.
  ///
  /// - Parameter data: what `Snapshot.encoded()` has returned.
  /// - Throws: `SnapshotError`, which names the atom, if it is something else or damaged; nothing has changed then.
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
      core.savings.pending.merge(pending) { _, new in new }
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

/// A snapshot could not be encoded, or what was to be one is none.
public struct SnapshotError: Error, CustomStringConvertible {
  /// What was expected, what was found, and where.
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
