extension Atom where Value: Codable & Sendable {
  /// Saves the atom's value whenever it has changed, and begins with the saved value.
  ///
  ///     static let items = Atom<[Item]>([])
  ///       .persisted(key: "cart.items", in: FileStorage(folder: folder))
  ///
  /// A change is saved when its turn has ended, and elsewhere: neither encoding nor writing keeps
  /// the program waiting. Changes that come while one is saved are saved as one.
  /// `try await scope.saved()` waits for all of them, and a scope that is released hands over the
  /// values that are not saved yet. In a storage that suspends the atom has its first value until
  /// it is loaded (`await scope.loaded(items)`), or written.
  ///
  /// A saved value that cannot be read - damaged, or something else's - is reported and set aside;
  /// one that a newer version has saved is reported and left alone, and the atom is not saved:
  /// nothing is overwritten that was not read. The atom begins with its first value then. A value
  /// that cannot be saved is reported once, and tried again with the next change.
  ///
  /// - Parameters:
  ///   - key: the name under which it is saved, no other atom's; the atom has it in encoded
  ///     snapshots, too.
  ///   - storage: the place.
  ///   - version: the version of the value that this program knows; a value saved without one has
  ///     1.
  ///   - steps: lead from each earlier version to the next.
  ///   - format: the form in which it is written. Plain JSON has no version.
  ///   - coalescing: the time, by the scope's clock, over which changes are gathered to one save;
  ///     the value is not copied meanwhile. Nil for those of a turn.
  /// - Returns: the same definition, except for this.
  /// - Complexity: a turn in which it has changed takes a lock and an allocation more, and the next
  ///   edit in place copies the value once if it is still being saved.
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
  /// Saves the atom's value, which belongs to the owner of its scope, whenever it has changed, and
  /// begins with the saved value.
  ///
  /// This is for values that are not `Sendable`: they are encoded by the owner when a turn has
  /// ended, and only written elsewhere. Give a large one a `coalescing` time.
  ///
  /// - Parameters:
  ///   - key: the name under which it is saved, no other atom's; the atom has it in encoded
  ///     snapshots, too.
  ///   - storage: the place.
  ///   - version: the version of the value that this program knows; a value saved without one has
  ///     1.
  ///   - steps: lead from each earlier version to the next.
  ///   - format: the form in which it is written. Plain JSON has no version.
  ///   - coalescing: the time, by the scope's clock, over which changes are gathered to one save.
  ///     Nil for those of a turn.
  /// - Returns: the same definition, except for this.
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

  /// Gives the atom a name in encoded snapshots.
  ///
  /// - Parameter key: the name, no other atom's.
  /// - Returns: the same definition, except for this.
  public func encoded(as key: String) -> Atom {
    persisted(AtomPersistence(key, nil))
  }
}
