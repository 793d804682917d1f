import Upkeep
public import UpkeepCollections

extension Atom {
  /// Saves each change of the atom's collection and begins with the saved collection.
  ///
  /// The cost of a save grows with the changes, not with the collection.
  ///
  ///     static let scores = Atom(KeyedArray<String, Score>())
  ///       .persisted(key: "scores", in: FileStorage(folder: folder), id: \.player)
  ///
  /// Elements that are `Identifiable`, or are their own identities, need no `id`, unless the atom's
  /// collection tells them apart by another key. A collection that would be found again with other
  /// identities is not saved, and reported.
  ///
  /// An ``AppendableStorage`` gets the edits of each turn: positions, and elements that were added
  /// or changed. All elements are written again once the edits are larger than the elements, after
  /// another scope or program has written, and after a failed save. Any other storage gets all
  /// elements each time.
  ///
  /// The scope's owner finds the edits; edits and elements are encoded elsewhere. In all other
  /// respects a collection is saved like any value. A collection can begin with a saved array under
  /// the same key. A migration converts the whole array to the next version. Two saved elements
  /// with one identity count as damage.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - id: returns the identity of an element, as in the atom's own collection.
  ///   - version: the current version of the elements.
  ///   - steps: the migrations from each earlier version to the next, as arrays.
  ///   - format: the saved form. Plain JSON has no version and no edits: all elements are written
  ///     each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  /// - Complexity: O(k log n) for k edits, amortised; O(n) to read.
  public func persisted<ID, Element>(
    key: String, in storage: any SuspendingStorage, id: @escaping @Sendable (Element) -> ID,
    version: Int = 1, migrating steps: [Int: Migration] = [:],
    format: PersistedFormat = .checked, coalescing: Duration? = nil
  ) -> Atom where Value == KeyedArray<ID, Element>, ID: Sendable, Element: Codable & Sendable {
    persisted(
      AtomPersistence(
        collection: key, storage, id: id, version: version, migrating: steps, format: format),
      coalescing: coalescing)
  }

  /// Saves an atom's collection of `Identifiable` elements.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - version: the current version of the elements.
  ///   - steps: the migrations from each earlier version to the next, as arrays.
  ///   - format: the saved form. Plain JSON has no version and no edits: all elements are written
  ///     each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  @_documentation(visibility: internal)
  public func persisted<ID, Element>(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom
  where
    Value == KeyedArray<ID, Element>, ID: Sendable,
    Element: Codable & Sendable & Identifiable, Element.ID == ID
  {
    persisted(
      key: key, in: storage, id: { $0.id }, version: version, migrating: steps, format: format,
      coalescing: coalescing)
  }

  /// Saves an atom's collection of elements that are their own identities.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - version: the current version of the elements.
  ///   - steps: the migrations from each earlier version to the next, as arrays.
  ///   - format: the saved form. Plain JSON has no version and no edits: all elements are written
  ///     each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  @_documentation(visibility: internal)
  public func persisted<Element>(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom where Value == KeyedArray<Element, Element>, Element: Codable & Sendable {
    persisted(
      key: key, in: storage, id: { $0 }, version: version, migrating: steps, format: format,
      coalescing: coalescing)
  }

  /// Saves an atom's collection of `Identifiable` elements that are their own identities.
  ///
  /// Without this form the two above would be equally good for such elements.
  ///
  /// - Parameters:
  ///   - key: the unique name under which the atom is saved and encoded in snapshots.
  ///   - storage: the storage.
  ///   - version: the current version of the elements.
  ///   - steps: the migrations from each earlier version to the next, as arrays.
  ///   - format: the saved form. Plain JSON has no version and no edits: all elements are written
  ///     each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are collected into one
  ///     save. Nil saves after each turn.
  /// - Returns: the same definition, with persistence.
  @_documentation(visibility: internal)
  public func persisted<Element>(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom
  where
    Value == KeyedArray<Element, Element>, Element: Codable & Sendable & Identifiable,
    Element.ID == Element
  {
    persisted(
      key: key, in: storage, id: { $0 }, version: version, migrating: steps, format: format,
      coalescing: coalescing)
  }

  /// Stops the program: a collection whose elements have no identity of their own is saved with
  /// `id:`.
  ///
  /// Without this form such a collection would be saved as any `Codable` value, and not be read. It
  /// is deprecated, because the compiler skips an unavailable form and takes that one.
  ///
  /// - Parameters:
  ///   - key: not used.
  ///   - storage: not used.
  ///   - version: not used.
  ///   - steps: not used.
  ///   - format: not used.
  ///   - coalescing: not used.
  /// - Returns: never.
  @available(*, deprecated, message: "These elements have no identity of their own: write id:.")
  @_documentation(visibility: internal)
  public func persisted<ID, Element>(
    key: String, in storage: any SuspendingStorage, version: Int = 1,
    migrating steps: [Int: Migration] = [:], format: PersistedFormat = .checked,
    coalescing: Duration? = nil
  ) -> Atom where Value == KeyedArray<ID, Element>, ID: Sendable, Element: Codable & Sendable {
    stopProgram(
      """
      a collection must be saved with the identity of its elements, but those of \(key) have none of their own. Write \
      `persisted(key:in:id:)`.
      """)
  }
}
