public import Upkeep

extension Scope {
  /// Returns the latest values of a definition until the scope is released.
  ///
  /// A reader in any isolation gets the value at its start, then the latest value after each
  /// change.
  ///
  ///     for await total in await shop.scope.values(of: Cart.total) { print(total) }
  ///
  /// The sequence does not keep the scope.
  ///
  /// - Parameters:
  ///   - definition: the definition to follow.
  ///   - name: the effect's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence.
  public func values<D: Definition>(
    of definition: D, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> LatestValues<D.Value> {
    core.shown(definition).values(until: core.updaterOfReaders, name: name, file: file, line: line)
  }

  /// Returns every value of a definition from now on, until the scope is released.
  ///
  /// - Parameters:
  ///   - definition: the definition to follow.
  ///   - room: `.every(limit)`: how many values may wait.
  ///   - name: the effect's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence, which throws `LostChanges` when more than `limit` values wait.
  public func values<D: Definition>(
    of definition: D, _ room: EachValue, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> EveryValue<D.Value> {
    core.shown(definition).values(
      room, until: core.updaterOfReaders, name: name, file: file, line: line)
  }
}

extension ScopeCore {
  fileprivate var updaterOfReaders: Updater {
    if let readers { return readers }
    let updater = Updater(for: generation)
    readers = updater
    return updater
  }

  /// Returns a property that shows a definition and keeps the scope's core, but not the scope.
  fileprivate func shown<D: Definition>(_ definition: D) -> Property<D.Value> {
    DerivedProperty { [self] in value(of: definition) }
  }
}
