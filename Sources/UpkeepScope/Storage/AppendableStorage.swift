#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that can also add bytes to those that it has: a collection that is saved there costs
/// what changes of it.
///
/// `MemoryStorage` and `FileStorage` can. A collection in any other storage is written as a whole
/// each time.
public protocol AppendableStorage: KeyedStorage {
  /// Adds bytes at the end of those that are saved under a name, if these are the expected ones.
  ///
  /// A program that is killed meanwhile may leave a first part of them: a collection takes no
  /// notice of that when it is read. A reader may see a first part, too, as long as this runs.
  ///
  /// - Parameters:
  ///   - data: the bytes to add.
  ///   - count: the number of bytes that are to be there.
  ///   - end: the last of the bytes that are to be there, which tell them from others.
  ///   - key: the name.
  /// - Returns: false if other bytes are there, or none: then nothing was done, and all is written
  ///   anew.
  /// - Throws: if they could not be added, or not be brought to where they last.
  func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) throws -> Bool
}
