#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the value of an atom becomes bytes and comes back, under which name, and where it is saved.
struct AtomCoding<Value>: Sendable {
  let key: String
  let storage: (any KeyedStorage)?
  let encodable: @Sendable (Value) -> any Encodable
  let decode: @Sendable (any Decoder) throws -> Value
  let save: @Sendable (Value) throws -> Data
  let load: @Sendable (Data) throws -> Value

  init(_ key: String, _ storage: (any KeyedStorage)?) where Value: Codable & SendableMetatype {
    self.key = key
    self.storage = storage
    encodable = { $0 }
    decode = { try Value(from: $0) }
    save = { try SavedValue(key: key, value: $0).encoded() }
    load = { try SavedValue<Value>(decoding: $0, key: key).value }
  }
}

/// A value as it is saved, with what tells that it is the right one.
private struct SavedValue<Value: Codable>: Codable {
  var format = Self.format
  let key: String
  let value: Value

  private static var format: String { "upkeep atom 1" }

  init(key: String, value: Value) {
    self.key = key
    self.value = value
  }

  init(decoding data: Data, key: String) throws {
    let saved = try JSONDecoder().decode(SavedValue.self, from: data)
    guard saved.format == Self.format else {
      throw SavingError("its format is to be '\(Self.format)', and is '\(saved.format)'")
    }
    guard saved.key == key else {
      throw SavingError("it is to be that of '\(key)', and is that of '\(saved.key)'")
    }
    self = saved
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return try encoder.encode(self)
  }
}

/// What is saved is not what it should be.
struct SavingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Atom where Value: Codable & SendableMetatype {
  /// Saves the atom's value whenever it has changed, at the end of the turn, and begins with what was saved.
  ///
  ///     static let items = Atom<[Item]>([]).persisted(key: "cart.items", in: FileStorage(folder: folder))
  ///
  /// What is saved and cannot be read - damaged, or something else's - is reported and set aside, never overwritten;
  /// the atom begins with its first value. So is what cannot be saved, and the value stays.
  ///
  /// - Parameters:
  ///   - key: the name under which it is saved, no other atom's; the atom has it in encoded snapshots, too.
  ///   - storage: where.
  /// - Returns: the same definition, except for this.
  public func persisted(key: String, in storage: any KeyedStorage) -> Atom {
    var copy = self
    copy.coding = AtomCoding(key, storage)
    return copy
  }

  /// Gives the atom a name in encoded snapshots.
  ///
  /// - Parameter key: the name, no other atom's.
  /// - Returns: the same definition, except for this.
  public func encoded(as key: String) -> Atom {
    var copy = self
    copy.coding = AtomCoding(key, nil)
    return copy
  }
}
