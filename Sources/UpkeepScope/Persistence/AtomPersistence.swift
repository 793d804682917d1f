private import Upkeep

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How an atom is saved: its key, storage and timing, and the conversion to and from bytes.
struct AtomPersistence<Value>: Sendable {
  /// Encodes a captured value; may run anywhere.
  typealias Encoding = @Sendable () throws -> Data

  let key: String
  let storage: (any SuspendingStorage)?
  let version: Int
  let format: PersistedFormat
  /// The time over which changes are collected into one save; nil saves after each turn.
  var coalescing: Duration?
  let encodable: @Sendable (Value) -> any Encodable
  let decode: @Sendable (any Decoder) throws -> Value
  /// Captures a value on the owner of its scope.
  private(set) var capture: @Sendable (Value) -> Encoding
  /// Decodes bytes; also returns their end if edits can be appended there.
  let load: @Sendable (Data) throws -> (value: Value, end: SavedLogEnd?)
  /// Finds the edits between two values, or nil if the new one must be written as a whole; nil if
  /// the value always is.
  var edits: (@Sendable (_ old: Value, _ new: Value) -> LoggedEdits?)?

  init(
    key: String, storage: (any SuspendingStorage)?, version: Int, format: PersistedFormat,
    encodable: @escaping @Sendable (Value) -> any Encodable,
    decode: @escaping @Sendable (any Decoder) throws -> Value,
    capture: @escaping @Sendable (Value) -> Encoding,
    load: @escaping @Sendable (Data) throws -> (value: Value, end: SavedLogEnd?)
  ) {
    self.key = key
    self.storage = storage
    self.version = version
    self.format = format
    self.encodable = encodable
    self.decode = decode
    self.capture = capture
    self.load = load
  }

  /// Makes the rules for a value that the owner of its scope encodes.
  init(
    _ key: String, _ storage: (any SuspendingStorage)?, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked
  ) where Value: Codable & SendableMetatype {
    self.init(
      key: key, storage: storage, version: version, format: format,
      encodable: { $0 }, decode: { try Value(from: $0) },
      capture: { value in
        let data = Result { try encoded(value, key, version, format) }
        return { try data.get() }
      },
      load: { data in
        let value: Value =
          format == .plain
          ? try decodedPlainly(data, key) : try decoded(data, key, version, steps)
        return (value, nil)
      })
  }

  /// Makes the rules for a sendable value, which is encoded elsewhere.
  init(
    sending key: String, _ storage: (any SuspendingStorage)?, version: Int,
    migrating steps: [Int: Migration], format: PersistedFormat
  ) where Value: Codable & Sendable {
    self.init(key, storage, version: version, migrating: steps, format: format)
    capture = { value in { try encoded(value, key, version, format) } }
  }
}

private func encoded<Value: Encodable>(
  _ value: Value, _ key: String, _ version: Int, _ format: PersistedFormat
) throws -> Data {
  format == .plain
    ? try encodedPlainly(value) : try SavedValue.encoded(value, key: key, version: version)
}

func encodedPlainly(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
  return try encoder.encode(value)
}

/// Decodes a plain value, or one that was saved as `.checked` before.
func decodedPlainly<Value: Decodable>(_ data: Data, _ key: String) throws -> Value {
  if isEnvelope(data) { return try decoded(data, key, 1, [:]) }
  return try JSONDecoder().decode(Value.self, from: data)
}

/// Decodes a value, and migrates it if it was saved with an earlier version.
///
/// A value is left alone if the program has no right migration for it: it is not damaged.
func decoded<Value: Decodable>(
  _ data: Data, _ key: String, _ version: Int, _ steps: [Int: Migration]
) throws -> Value {
  var data = data
  var savedVersion: Int?
  while true {
    do {
      return try SavedValue<Value>.decoded(from: data, key: key, version: version)
    } catch let found as OtherVersion {
      let first = savedVersion ?? found.version
      savedVersion = first
      if found.version > version {
        throw SavedValueError(
          "its version is \(first), and this program knows those up to \(version)",
          isLeftAlone: true)
      }
      guard let migration = steps[found.version] else {
        throw SavedValueError(
          """
          its version is \(first), and no migration leads from \(found.version) to \(found.version + 1)
          """, isLeftAlone: true)
      }
      data = try migration.step(data, key, found.version)
    } catch {
      if savedVersion == nil { throw error }
      throw SavedValueError(
        "the migration from \(version - 1) makes no \(Value.self): \(error)", isLeftAlone: true)
    }
  }
}
