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
  /// A saved value that is no `Old`, or that no migration converts, is reported and left alone.
  ///
  /// - Parameter convert: converts a saved value to the next version; if it throws, the saved value
  ///   counts as damaged and is set aside.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ convert: @escaping @Sendable (Old) throws -> New
  ) {
    step = { data, key, version in
      let old: Old
      do {
        old = try SavedValue<Old>.decoded(from: data, key: key, version: version)
      } catch {
        let step = "the migration from \(version) takes the type \(Old.self)"
        throw SavedValueError("\(step), which was not saved: \(error)", isLeftAlone: true)
      }
      return try SavedValue.encoded(try convert(old), key: key, version: version + 1)
    }
  }
}
