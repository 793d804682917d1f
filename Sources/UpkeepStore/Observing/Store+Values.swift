public import Upkeep

extension Store {
  /// Returns the values of a field from now on, for any isolation, until the store is gone: the one that it has when a
  /// reader begins, and then the latest whenever it has changed.
  ///
  ///     for await draft in await chat.store.latestValues(of: \.draft) { await backup.keep(draft) }
  ///
  /// The sequence does not keep the store. `changes(of:)` tells of each change where the store is used.
  ///
  /// - Parameters:
  ///   - field: the way to it; `\.self` for the whole state.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence.
  public func latestValues<Value>(
    of field: KeyPath<State, Value>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> LatestValues<Value> {
    property(field).values(until: source.engine.readers, name: name, file: file, line: line)
  }

  /// Returns each value of a field from now on, with room for some that wait, until the store is gone.
  ///
  /// - Parameters:
  ///   - field: the way to it; `\.self` for the whole state.
  ///   - room: `.every(limit)`: how many may wait.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence, which throws `LostChanges` when more come than may wait.
  public func everyValue<Value>(
    of field: KeyPath<State, Value>, _ room: EachValue, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EveryValue<Value> {
    property(field).values(room, until: source.engine.readers, name: name, file: file, line: line)
  }
}
