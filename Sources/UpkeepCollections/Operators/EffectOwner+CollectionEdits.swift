public import Upkeep

extension EffectOwner {
  /// Calls `handler` with a collection's edits, once for each round of effects that changes it.
  ///
  /// A table on screen can apply the edits to keep up.
  ///
  ///     updater.follow(shown) { edits in
  ///       for step in edits.steps { table.apply(step) }
  ///     }
  ///
  /// The first call is made at once and inserts all elements. The handler's reads are not tracked.
  /// After a pause the edits lead from the last value that the handler saw to the current one.
  ///
  /// - Parameters:
  ///   - collection: the collection to follow.
  ///   - name: the effect's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without it, errors go to the misuse handler. Its reads are not
  ///     tracked.
  ///   - handler: gets the edits. Only the first call may have none.
  /// - Returns: a token that cancels this effect.
  /// - Complexity: O(k log n) for k elements that have changed.
  @inlinable @discardableResult
  public func follow<ID, Element, Failure>(
    _ collection: Property<KeyedArray<ID, Element>>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ handler: @escaping (CollectionEdits<ID, Element>) throws(Failure) -> Void
  ) -> EffectToken {
    onTransition(collection, name: name, file: file, line: line, onError: onError) {
      old, new throws(Failure) in
      let edits = CollectionEdits(from: old ?? KeyedArray(comparing: new.isUnchanged), to: new)
      if old == nil || !edits.isEmpty { try handler(edits) }
    }
  }
}
