public import Upkeep

extension Scope {
  /// Returns the values of a definition from now on, for any isolation, until the scope is gone: the one that it has
  /// when a reader begins, and then the latest whenever it has changed.
  ///
  ///     for await total in await shop.scope.values(of: Cart.total) { print(total) }
  ///
  /// The sequence does not keep the scope.
  ///
  /// - Parameters:
  ///   - definition: the definition to follow.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence.
  public func values<D: Definition>(
    of definition: D, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> LatestValues<D.Value> {
    core.shown(definition).values(until: core.updaterOfReaders, name: name, file: file, line: line)
  }

  /// Returns each value of a definition from now on, with room for some that wait, until the scope is gone.
  ///
  /// - Parameters:
  ///   - definition: the definition to follow.
  ///   - room: `.every(limit)`: how many may wait.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the sequence, which throws `LostChanges` when more come than may wait.
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

  /// A property that shows a definition, and keeps the contents of the scope, but not the scope.
  fileprivate func shown<D: Definition>(_ definition: D) -> Property<D.Value> {
    DerivedProperty { [self] in value(of: definition) }
  }
}
