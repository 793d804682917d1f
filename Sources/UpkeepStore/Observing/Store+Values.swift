public import Upkeep

extension Store {
  /// Returns the values of a field, for any isolation, until the store ends.
  ///
  /// A reader receives the current value first, and then the latest value after each change.
  ///
  ///     for await draft in await chat.store.latestValues(of: \.draft) { await backup.keep(draft) }
  ///
  /// The sequence does not retain the store. `changes(of:)` reports each change on the store's
  /// actor.
  ///
  /// - Parameters:
  ///   - field: The key path of the field; `\.self` for the whole state.
  ///   - name: The name of the observing effect in messages; by default, its file and line.
  ///   - file: Filled in by the compiler.
  ///   - line: Filled in by the compiler.
  /// - Returns: The sequence.
  public func latestValues<Value>(
    of field: KeyPath<State, Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> LatestValues<Value> {
    property(field).values(until: source.engine.readers, name: name, file: file, line: line)
  }

  /// Returns every value of a field from now on, with a limited buffer, until the store ends.
  ///
  /// - Parameters:
  ///   - field: The key path of the field; `\.self` for the whole state.
  ///   - room: The number of values that may wait: `.every(limit)`.
  ///   - name: The name of the observing effect in messages; by default, its file and line.
  ///   - file: Filled in by the compiler.
  ///   - line: Filled in by the compiler.
  /// - Returns: The sequence, which throws `LostChanges` if more values arrive than may wait.
  public func everyValue<Value>(
    of field: KeyPath<State, Value>, _ room: EachValue, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EveryValue<Value> {
    property(field).values(room, until: source.engine.readers, name: name, file: file, line: line)
  }
}
