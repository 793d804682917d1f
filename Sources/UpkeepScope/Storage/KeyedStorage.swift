#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A place where atoms are saved, bytes by name, if reading or writing may suspend: a server, a
/// database, an actor.
///
/// A storage that never suspends is a `KeyedStorage`. Calls for one name never overlap, and come in
/// the order of the changes; they are made away from the scope's actor. A class, an actor, or a
/// `Hashable` structure is one storage wherever it is equal: scopes that save under one name in it
/// take turns. Values of any other type are storages of their own.
public protocol SuspendingStorage: Sendable {
  /// Returns the bytes that are saved under a name.
  ///
  /// - Parameter key: the name.
  /// - Returns: the bytes, nil if there are none.
  /// - Throws: if that cannot be known.
  func read(_ key: String) async throws -> Data?

  /// Saves bytes under a name, in place of those that were there: all of them or none.
  ///
  /// - Parameters:
  ///   - data: the bytes to save.
  ///   - key: the name.
  /// - Throws: if it could not be saved.
  func write(_ data: Data, for key: String) async throws

  /// Moves the bytes that are saved under a name, and are damaged, to where nothing overwrites
  /// them.
  ///
  /// - Parameter key: the name.
  /// - Returns: the place where they are now, for a message.
  /// - Throws: if it could not be moved.
  func setAside(_ key: String) async throws -> String

  /// Returns a sequence that has an element whenever the bytes that are saved under a name were
  /// changed elsewhere: by another program, on another device.
  ///
  /// The atom is read again then, unless it has changes that are not saved yet; while some are
  /// being saved it is read after that. It is asked for before the name is read, so that no change
  /// comes in between. A scope that no actor owns does not listen.
  ///
  /// - Parameter key: the name.
  /// - Returns: the sequence; nil, the default, if the storage does not know.
  func changes(of key: String) -> AsyncStream<Void>?
}

/// A place where atoms are saved, bytes by name, if that never suspends.
///
/// `MemoryStorage` and `FileStorage` are there; anything else that keeps bytes can be one, and an
/// `AppendableStorage` if it can add to them. It is
/// read on the actor or thread of the scope, when an atom is needed first, and written elsewhere,
/// except when a scope is released.
public protocol KeyedStorage: SuspendingStorage {
  /// Returns the bytes that are saved under a name.
  ///
  /// - Parameter key: the name.
  /// - Returns: the bytes, nil if there are none.
  /// - Throws: if that cannot be known.
  func read(_ key: String) throws -> Data?

  /// Saves bytes under a name, in place of those that were there: all of them or none.
  ///
  /// - Parameters:
  ///   - data: the bytes to save.
  ///   - key: the name.
  /// - Throws: if it could not be saved.
  func write(_ data: Data, for key: String) throws

  /// Moves the bytes that are saved under a name, and are damaged, to where nothing overwrites
  /// them.
  ///
  /// - Parameter key: the name.
  /// - Returns: the place where they are now, for a message.
  /// - Throws: if it could not be moved.
  func setAside(_ key: String) throws -> String
}

extension SuspendingStorage {
  /// Nil: it does not know.
  @_documentation(visibility: internal)
  public func changes(of key: String) -> AsyncStream<Void>? { nil }
}
