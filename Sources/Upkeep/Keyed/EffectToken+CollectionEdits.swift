extension EffectToken {
  /// Tells a handler how a collection has changed, until this effect's next run.
  ///
  ///     updater.keepUpToDate { effect in
  ///       effect.follow(shownList.value.items) { edits in table.apply(edits) }
  ///     }
  ///
  /// The first call of each run, made at once, inserts all elements that are there.
  ///
  /// - Parameters:
  ///   - collection: what to follow.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - handler: gets the edits, of which there is at least one but at the first call.
  /// - Returns: a token that cancels the inner effect.
  @inlinable @discardableResult
  public func follow<ID, Element, Failure>(
    _ collection: Property<KeyedArray<ID, Element>>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ handler: @escaping (CollectionEdits<ID, Element>) throws(Failure) -> Void
  ) -> EffectToken {
    inner.follow(
      collection, name: name, file: file, line: line, onError: onError, handler)
  }
}
