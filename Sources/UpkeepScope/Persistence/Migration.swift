#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A conversion of a value that an earlier version of a program saved to one of the next version.
///
///     static let settings = Atom(Settings()).persisted(
///       key: "settings", in: storage, version: 3,
///       migrating: [
///         1: Migration { (old: SettingsV1) in SettingsV2(name: old.name, size: 12) },
///         2: Migration { (old: SettingsV2) in Settings(old) },
///       ])
public struct Migration: Sendable {
  /// Makes the bytes of the next version from those of one.
  let step: @Sendable (_ data: Data, _ key: String, _ version: Int) throws -> Data

  /// Makes one from a function.
  ///
  /// - Parameter convert: gets a value as it was saved, and returns that of the next version; if it
  ///   throws, the saved value counts as damaged.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ convert: @escaping @Sendable (Old) throws -> New
  ) {
    step = { data, key, version in
      let old = try SavedValue<Old>.decoded(from: data, key: key, version: version)
      return try SavedValue.encoded(try convert(old), key: key, version: version + 1)
    }
  }
}
