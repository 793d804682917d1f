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
      encodable: { $0 }, decode: { try collection(of: [Element](from: $0), id) },
      capture: { value in { try encoded(value, key, version, format) } },
      load: { data in
        let log = try SavedLog(data)
        let data = try log?.arrayEnvelope() ?? data
        let elements: [Element] =
          format == .plain
          ? try decodedPlainly(data, key) : try decoded(data, key, version, steps)
        return (try collection(of: elements, id), log?.end(forVersion: version))
      })
    if format == .checked { edits = { LoggedEdits(CollectionEdits(fromAll: $0, to: $1)) } }
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
