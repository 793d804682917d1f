extension Atom where Value: Codable & Sendable {
  /// Saves each change of the atom's value and begins with the saved value.
  ///
  ///     static let items = Atom<[Item]>([])
  ///       .persisted(key: "cart.items", in: FileStorage(folder: folder))
  ///
  /// A change is saved after its turn, off the owner: neither encoding nor writing blocks the
  /// program. Changes during a save are saved together. `try await scope.saved()` waits for all
  /// saves; a released scope hands over its unsaved values. With a suspending storage the atom has
  /// its first value until it is loaded (`await scope.loaded(items)`) or written.
  ///
  /// A saved value that is damaged or of another type is reported and set aside. A value of a newer
  /// version, or one that no migration fits, is reported and left alone, and the atom is not saved:
  /// no unread value is overwritten. In both cases the atom begins with its first value. A value
  /// that cannot be saved is reported once and tried again at the next change.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - version: the current version of the value; a value saved without a version has 1.
  ///   - steps: the migrations from each earlier version to the next.
  ///   - format: the saved form. Plain JSON has no version.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save; the value is not copied meanwhile. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  /// - Complexity: a lock and an allocation for each turn that changes the atom. The next edit in
  ///   place copies the value once if it is still being saved.
  @_disfavoredOverload
  public func persisted(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom {
    persisted(
      AtomPersistence(
        sending: key, storage, version: version, migrating: steps, format: format),
      coalescing: coalescing)
  }
}

extension Atom where Value: Codable & SendableMetatype {
  /// Saves each change of a value that is not `Sendable` and begins with the saved value.
  ///
  /// The scope's owner encodes the value after a turn; only writing happens elsewhere. Give a large
  /// value a `coalescing` time.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - version: the current version of the value; a value saved without a version has 1.
  ///   - steps: the migrations from each earlier version to the next.
  ///   - format: the saved form. Plain JSON has no version.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func persisted(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom {
    persisted(
      AtomPersistence(
        key, storage, version: version, migrating: steps, format: format), coalescing: coalescing)
  }

  /// Names the atom in encoded snapshots.
  ///
  /// - Parameter key: the unique name.
  /// - Returns: the same definition, with the name.
  public func encoded(as key: String) -> Atom {
    persisted(AtomPersistence(key, nil))
  }
}
