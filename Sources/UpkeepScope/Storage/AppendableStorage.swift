#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that can append to saved bytes, so that saving a collection costs only its changes.
///
/// `MemoryStorage` and `FileStorage` conform. Any other storage gets the whole collection at each
/// save.
public protocol AppendableStorage: KeyedStorage {
  /// Appends to the bytes of a key if those bytes are the expected ones.
  ///
  /// A program that is killed meanwhile may leave a part of the bytes, which a collection ignores
  /// when it is read. A concurrent reader may see a part, too.
  ///
  /// - Parameters:
  ///   - data: the bytes to append.
  ///   - count: the expected number of saved bytes.
  ///   - end: the expected last bytes, which distinguish the saved bytes from others.
  ///   - key: the key.
  /// - Returns: false if there are other bytes or none; then nothing was done, and the collection
  ///   is written again as a whole.
  /// - Throws: an error if the bytes could not be appended or made durable.
  func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) throws -> Bool
}
