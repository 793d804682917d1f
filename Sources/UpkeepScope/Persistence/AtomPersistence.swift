private import Upkeep

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules for saving an atom: its name, its storage, its moment, and the conversion to bytes and
/// back.
struct AtomPersistence<Value>: Sendable {
  /// Makes bytes of a value that was handed over; may run anywhere.
  typealias Encoding = @Sendable () throws -> Data

  let key: String
  let storage: (any SuspendingStorage)?
  /// Over which time changes are gathered to one save; nil for that of a turn.
  var coalescing: Duration?
  let encodable: @Sendable (Value) -> any Encodable
  let decode: @Sendable (any Decoder) throws -> Value
  /// Takes a value over from the owner of its scope.
  private(set) var capture: @Sendable (Value) -> Encoding
  /// Makes a value of bytes; the end is that of the bytes, if edits can be added there.
  let load: @Sendable (Data) throws -> (value: Value, end: SavedLogEnd?)
  /// Finds the edits between two values; nil if all of the value is written each time.
  var edits: (@Sendable (_ old: Value, _ new: Value) -> LoggedEdits)?

  init(
    key: String, storage: (any SuspendingStorage)?, version: Int, format: PersistedFormat,
    encodable: @escaping @Sendable (Value) -> any Encodable,
    decode: @escaping @Sendable (any Decoder) throws -> Value,
    capture: @escaping @Sendable (Value) -> Encoding,
    load: @escaping @Sendable (Data) throws -> (value: Value, end: SavedLogEnd?)
  ) {
    guard version >= 1 && (version == 1 || format == .checked) else {
      stopProgram(
        """
        '\(key)' must have a version from 1 on, and 1 if it is plain JSON, which has no place for one, but it was to \
        have \(version). Leave out one of the two.
        """)
    }
    self.key = key
    self.storage = storage
    self.encodable = encodable
    self.decode = decode
    self.capture = capture
    self.load = load
  }

  /// For a value that belongs to its owner: it is encoded there.
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

  /// For a value that may go anywhere: it is encoded elsewhere.
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

/// A value that was saved as `.checked` before is read, too.
func decodedPlainly<Value: Decodable>(_ data: Data, _ key: String) throws -> Value {
  if isEnvelope(data) { return try decoded(data, key, 1, [:]) }
  return try JSONDecoder().decode(Value.self, from: data)
}

func decoded<Value: Decodable>(
  _ data: Data, _ key: String, _ version: Int, _ steps: [Int: Migration]
) throws -> Value {
  var data = data
  while true {
    do {
      return try SavedValue<Value>.decoded(from: data, key: key, version: version)
    } catch let found as OtherVersion {
      if found.version > version {
        throw SavedValueError(
          "its version is \(found.version), and this program knows those up to \(version)",
          isLeftAlone: true)
      }
      guard let migration = steps[found.version] else {
        throw SavedValueError(
          "its version is \(found.version), and no migration leads from there to \(version)",
          isLeftAlone: true)
      }
      data = try migration.step(data, key, found.version)
    }
  }
}
