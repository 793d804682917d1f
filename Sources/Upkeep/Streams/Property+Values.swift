extension Property {
  /// The values from now on, for any isolation, as an asynchronous sequence.
  ///
  /// A reader first gets the property's value at that time, and then the latest value whenever it
  /// has changed.
  ///
  ///     actor Thermostat {
  ///       private let level = StoredProperty(20.0)
  ///       var levels: LatestValues<Double> { level.values }
  ///     }
  ///
  ///     for await level in await thermostat.levels { print(level) }
  ///
  /// Reading `values` makes an effect on the property, which lasts as long as the sequence or a
  /// reader of it. So read `values` where the property belongs, and not in an actor's `init`. The
  /// sequence retains the property, so it does not end with the actor; `values(until:)` ends with
  /// the actor if the actor owns the updater. In a transaction, the values begin with the commit,
  /// and a rollback ends them at once.
  @_documentation(visibility: public)
  public final var values: LatestValues<Value> { values(until: nil) }

  /// Returns the values from now on until an updater is cancelled or released.
  ///
  /// No value comes while the updater is paused.
  ///
  /// - Parameters:
  ///   - updater: ends the sequence with its effects; not retained. Nil to end with the readers
  ///     alone.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence.
  public final func values(
    until updater: Updater?, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> LatestValues<Value> {
    LatestValues(subscription: ValueSubscription(self, until: updater, Label(name, file, line)))
  }

  /// Returns every value from when a reader begins; a limited number may wait for the reader.
  ///
  /// The sequence ends when the updater is cancelled or released, if one is given.
  ///
  ///     for try await level in await thermostat.level.values(.every(100)) { log(level) }
  ///
  /// - Parameters:
  ///   - room: `.every(limit)`: the number of values that may wait, including the first.
  ///   - updater: ends the sequence with its effects; not retained. Nil to end with the readers
  ///     alone.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence, which throws `LostChanges` when more values come than may wait.
  public final func values(
    _ room: EachValue, until updater: Updater? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EveryValue<Value> {
    EveryValue(
      subscription: ValueSubscription(self, until: updater, Label(name, file, line)),
      limit: room.limit)
  }
}
