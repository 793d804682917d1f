import Upkeep
import UpkeepCollections

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AtomPersistence {
  /// Makes the rules for a collection; an appendable storage gets its edits.
  init<ID: Sendable, Element: Codable & Sendable>(
    collection key: String, _ storage: (any SuspendingStorage)?,
    id: @escaping @Sendable (Element) -> ID, version: Int, migrating steps: [Int: Migration],
    format: PersistedFormat
  ) where Value == KeyedArray<ID, Element> {
    self.init(
      key: key, storage: storage, version: version, format: format,
      encodable: { Identified(value: $0, id: id) },
      decode: { try collection(of: [Element](from: $0), id) },
      capture: { value in
        {
          try requireIdentities(value, id)
          return try encoded(value, key, version, format)
        }
      },
      load: { data in
        let log = try SavedLog(data)
        let data = try log?.arrayEnvelope() ?? data
        let elements: [Element] =
          format == .plain
          ? try decodedPlainly(data, key) : try decoded(data, key, version, steps)
        return (try collection(of: elements, id), log?.end(forVersion: version))
      })
    if format == .plain { return }
    edits = { old, new in
      let edits = CollectionEdits(fromAll: old, to: new)
      let places = edits.insertions.map(\.offset) + edits.updates.map(\.to)
      return places.allSatisfy { new.id(at: $0) == id(new[$0]) } ? LoggedEdits(edits) : nil
    }
  }
}

/// Throws unless a reader of the elements would find each under the identity that it has.
private func requireIdentities<ID, Element>(
  _ value: KeyedArray<ID, Element>, _ id: (Element) -> ID
) throws {
  if zip(value.ids, value).allSatisfy({ $0 == id($1) }) { return }
  throw SavedValueError(
    """
    its elements must be saved with the identities that they have, but would be found with others. Give \
    persisted(key:in:id:) the id of the collection
    """)
}

/// A collection in an encoded snapshot.
private struct Identified<ID: Hashable, Element: Encodable>: Encodable {
  let value: KeyedArray<ID, Element>
  let id: (Element) -> ID

  func encode(to encoder: any Encoder) throws {
    try requireIdentities(value, id)
    try value.encode(to: encoder)
  }
}

private func encoded<ID, Element: Encodable>(
  _ value: KeyedArray<ID, Element>, _ key: String, _ version: Int, _ format: PersistedFormat
) throws -> Data {
  if format == .plain { return try encodedPlainly(value) }
  return try SavedLog.encoded(value.lazy.map { $0 as any Encodable }, key: key, version: version)
}

private func collection<ID, Element>(
  of elements: [Element], _ id: (Element) -> ID
) throws -> KeyedArray<ID, Element> {
  var seen: [ID: Int] = Dictionary(minimumCapacity: elements.count)
  for (position, element) in elements.enumerated() {
    if let earlier = seen.updateValue(position, forKey: id(element)) {
      throw SavedValueError(
        """
        its elements are to have an identity each, and those at \(earlier) and \(position) have \(id(element))
        """)
    }
  }
  return KeyedArray(elements, id: id)
}
