#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where atoms are saved: bytes by name.
///
/// `MemoryStorage` and `FileStorage` are there; anything else that keeps bytes can be one. It is called on the actor
/// or thread of the scope, between turns.
public protocol KeyedStorage: Sendable {
  /// Returns what is saved under a name.
  ///
  /// - Parameter key: the name.
  /// - Returns: the bytes, nil if there are none.
  /// - Throws: if that cannot be known.
  func read(_ key: String) throws -> Data?

  /// Saves bytes under a name, in place of what was there: all of them or none.
  ///
  /// - Parameters:
  ///   - data: what is saved.
  ///   - key: the name.
  /// - Throws: if it could not be saved.
  func write(_ data: Data, for key: String) throws

  /// Moves what is saved under a name, and is not what it should be, to where nothing overwrites it.
  ///
  /// - Parameter key: the name.
  /// - Returns: where it is now, for a message.
  /// - Throws: if it could not be moved.
  func setAside(_ key: String) throws -> String
}
