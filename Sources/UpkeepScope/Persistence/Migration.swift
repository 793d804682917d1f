#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A conversion of a saved value from one version to the next.
///
///     static let settings = Atom(Settings()).persisted(
///       key: "settings", in: storage, version: 3,
///       migrating: [
///         1: Migration { (old: SettingsV1) in SettingsV2(name: old.name, size: 12) },
///         2: Migration { (old: SettingsV2) in Settings(old) },
///       ])
public struct Migration: Sendable {
  /// Converts the bytes of one version to the bytes of the next.
  let step: @Sendable (_ data: Data, _ key: String, _ version: Int) throws -> Data

  /// Makes a migration from a function.
  ///
  /// - Parameter convert: converts a saved value to the next version; if it throws, the saved value
  ///   counts as damaged.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ convert: @escaping @Sendable (Old) throws -> New
  ) {
    step = { data, key, version in
      let old = try SavedValue<Old>.decoded(from: data, key: key, version: version)
      return try SavedValue.encoded(try convert(old), key: key, version: version + 1)
    }
  }
}
