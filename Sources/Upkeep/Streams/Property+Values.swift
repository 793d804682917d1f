extension Property {
  /// The values from now on, for any isolation: the one that it has when a reader begins, and then the latest
  /// whenever it has changed.
  ///
  ///     actor Thermostat {
  ///       private let level = StoredProperty(20.0)
  ///       var levels: LatestValues<Double> { level.values }
  ///     }
  ///
  ///     for await level in await thermostat.levels { print(level) }
  ///
  /// To ask for it makes an effect on the property, which lasts as long as somebody has the sequence or reads it: so
  /// ask where the property belongs, and not in an actor's `init`. The sequence keeps the property, so it does not end with
  /// the actor: `values(until:)` does, if the actor has the updater. In a transaction the values begin with the
  /// commit, and end at once if it is undone.
  @_documentation(visibility: public)
  public final var values: LatestValues<Value> { values(until: nil) }

  /// Returns the values from now on until an updater is cancelled or gone; none comes while it is paused.
  ///
  /// - Parameters:
  ///   - updater: ends the sequence with its effects; it is not kept. Nil to end with the readers alone.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence.
  public final func values(
    until updater: Updater?, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> LatestValues<Value> {
    LatestValues(subscription: ValueSubscription(self, until: updater, Label(name, file, line)))
  }

  /// Returns each value from when a reader begins, with room for some that wait; until an updater is cancelled or gone, if
  /// one is given.
  ///
  ///     for try await level in await thermostat.level.values(.every(100)) { log(level) }
  ///
  /// - Parameters:
  ///   - room: `.every(limit)`: how many may wait, the one that the property has at the beginning among them.
  ///   - updater: ends the sequence with its effects; it is not kept. Nil to end with the readers alone.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence, which throws `LostChanges` when more come than may wait.
  public final func values(
    _ room: EachValue, until updater: Updater? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EveryValue<Value> {
    EveryValue(
      subscription: ValueSubscription(self, until: updater, Label(name, file, line)),
      limit: room.limit)
  }
}
