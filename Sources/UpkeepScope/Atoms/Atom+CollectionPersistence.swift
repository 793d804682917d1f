public import UpkeepCollections

extension Atom {
  /// Saves the atom's collection whenever it has changed, at the cost of what has changed, and begins with the saved
  /// one.
  ///
  ///     static let all = Atom(KeyedArray<String, String>())
  ///       .persisted(key: "words", in: FileStorage(folder: folder), id: \.self)
  ///
  /// Elements that are `Identifiable` need no `id`.
  ///
  /// A storage that can add to what it has, an ``AppendableStorage``, gets the edits of a turn: positions, and elements
  /// that come or change. All elements are written anew when the edits have become larger than they are, when another
  /// scope or another program has written meanwhile, and after a save that has failed. Any other storage gets all
  /// elements each time.
  ///
  /// The owner of the scope finds the edits; they, and all elements, are encoded elsewhere. All else is as for any
  /// value. A collection begins with what an atom of an array has saved under its key, and a migration leads from one
  /// array to the next. Two saved elements with one identity count as damaged.
  ///
  /// - Parameters:
  ///   - key: the name under which it is saved, no other atom's; the atom has it in encoded snapshots, too.
  ///   - storage: the place.
  ///   - id: leads to the identity of an element, as in the atom's own collection.
  ///   - version: the version of the elements that this program knows.
  ///   - steps: lead from an array of each earlier version to one of the next.
  ///   - format: the form in which it is written. Plain JSON has no version and no place for edits: all elements are
  ///     written each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are gathered to one save. Nil for those of a turn.
  /// - Returns: the same definition, except for this.
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

  /// Saves the atom's collection, of elements that know their identity.
  ///
  /// - Parameters:
  ///   - key: the name under which it is saved, no other atom's; the atom has it in encoded snapshots, too.
  ///   - storage: the place.
  ///   - version: the version of the elements that this program knows.
  ///   - steps: lead from an array of each earlier version to one of the next.
  ///   - format: the form in which it is written. Plain JSON has no version and no place for edits: all elements are
  ///     written each time.
  ///   - coalescing: the time, by the scope's clock, over which changes are gathered to one save. Nil for those of a turn.
  /// - Returns: the same definition, except for this.
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
}
