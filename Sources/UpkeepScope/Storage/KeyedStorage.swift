#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage of bytes by key whose reads and writes may suspend: a server, a database, an actor.
///
/// A storage that never suspends is a `KeyedStorage`. Calls for one key never overlap and follow
/// the order of the changes; they are made off the scope's actor. A class instance, an actor, and
/// equal `Hashable` structures are one storage: scopes that use one key in it take turns. Each
/// value of any other type is a separate storage.
public protocol SuspendingStorage: Sendable {
  /// Returns the bytes of a key.
  ///
  /// - Parameter key: the key.
  /// - Returns: the bytes; nil if there are none.
  /// - Throws: an error if the storage cannot be read.
  func read(_ key: String) async throws -> Data?

  /// Replaces the bytes of a key: all of them or none.
  ///
  /// - Parameters:
  ///   - data: the bytes to save.
  ///   - key: the key.
  /// - Throws: an error if the bytes could not be saved.
  func write(_ data: Data, for key: String) async throws

  /// Moves the damaged bytes of a key to a place where nothing overwrites them.
  ///
  /// - Parameter key: the key.
  /// - Returns: the new place, for a message.
  /// - Throws: an error if the bytes could not be moved.
  func setAside(_ key: String) async throws -> String

  /// Returns a sequence with an element for each change of a key's bytes elsewhere.
  ///
  /// Another program or another device makes such changes.
  ///
  /// The atom is then read again, unless it has unsaved changes; during a save, it is read
  /// after the save. The method is called before the key is read, so that no change is missed. A
  /// scope without an actor does not listen.
  ///
  /// - Parameter key: the key.
  /// - Returns: the sequence; nil, the default, if the storage does not detect changes.
  func changes(of key: String) -> AsyncStream<Void>?
}

/// A storage of bytes by key that never suspends.
///
/// `MemoryStorage` and `FileStorage` conform; any other type that keeps bytes can conform, also to
/// `AppendableStorage` if it can append. The storage is read on the scope's actor or thread when an
/// atom is first needed, and written elsewhere, except when a scope is released.
public protocol KeyedStorage: SuspendingStorage {
  /// Returns the bytes of a key.
  ///
  /// - Parameter key: the key.
  /// - Returns: the bytes; nil if there are none.
  /// - Throws: an error if the storage cannot be read.
  func read(_ key: String) throws -> Data?

  /// Replaces the bytes of a key: all of them or none.
  ///
  /// - Parameters:
  ///   - data: the bytes to save.
  ///   - key: the key.
  /// - Throws: an error if the bytes could not be saved.
  func write(_ data: Data, for key: String) throws

  /// Moves the damaged bytes of a key to a place where nothing overwrites them.
  ///
  /// - Parameter key: the key.
  /// - Returns: the new place, for a message.
  /// - Throws: an error if the bytes could not be moved.
  func setAside(_ key: String) throws -> String
}

extension SuspendingStorage {
  /// Nil: the storage does not detect changes.
  @_documentation(visibility: internal)
  public func changes(of key: String) -> AsyncStream<Void>? { nil }
}
