public import Upkeep

extension EffectOwner {
  /// Tells a handler how a collection has changed, once for each round of effects in which it has: what a table on screen
  /// needs to keep up.
  ///
  ///     updater.follow(shown) { edits in
  ///       for step in edits.steps { table.apply(step) }
  ///     }
  ///
  /// The first call, made at once, inserts all elements that are there. The handler's reads are not tracked. After a pause
  /// the edits lead from what was told last to what there is.
  ///
  /// - Parameters:
  ///   - collection: what to follow.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - handler: gets the edits, of which there is at least one but at the first call.
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
