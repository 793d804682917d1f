// Waiting for saved values.
extension Scope {
  /// Waits until atoms show their saved values.
  ///
  /// In a storage that suspends one has its first value until then; anything that is written before
  /// wins.
  ///
  ///     await scope.loaded(Cart.items)
  ///     show(scope[Cart.items])
  ///
  /// It also waits for all atoms that the scope has begun to load, by a first read, for example.
  /// The task that waits may be cancelled.
  ///
  /// - Parameter atoms: begin to load, unless they have.
  public nonisolated(nonsending) func loaded<each A: AtomDefinition>(
    _ atoms: repeat each A
  ) async {
    repeat core.makeLive(each atoms)
    while let saver = core.savers.first(where: \.isLoading), !Task.isCancelled {
      await saver.untilLoaded()
    }
  }

  /// Waits until everything is saved that was written to the scope, or to a parent.
  ///
  /// Changes that are gathered over a time are saved now.
  ///
  ///     try await scope.saved()   // before the program ends
  ///
  /// - Throws: `PersistenceError` if an atom could not be saved; it is tried again when it changes.
  public nonisolated(nonsending) func saved() async throws {
    await loaded()
    var failure: (any Error)?
    for saver in core.savers {
      do {
        if let (channel, number) = try saver.handOverChanges() { try await channel.saved(number) }
      } catch {
        failure = failure ?? error
      }
    }
    core.persistenceIfAny?.deliverReports()
    if let failure { throw failure }
  }

  /// Saves all atoms in one storage, in place of where they say.
  package func save(in storage: any SuspendingStorage) { core.persistence.storage = storage }
}
