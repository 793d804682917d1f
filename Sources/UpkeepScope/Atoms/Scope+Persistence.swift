// Waiting for saved values.
extension Scope {
  /// Waits until atoms have loaded their saved values.
  ///
  /// With a suspending storage an atom has its first value until then; an earlier write wins over
  /// the saved value.
  ///
  ///     await scope.loaded(Cart.items)
  ///     show(scope[Cart.items])
  ///
  /// The method also waits for every atom that the scope has begun to load, for example by a first
  /// read. Cancelling the waiting task ends the wait.
  ///
  /// - Parameter atoms: the atoms to load, unless loading has begun.
  public nonisolated(nonsending) func loaded<each A: AtomDefinition>(
    _ atoms: repeat each A
  ) async {
    repeat core.makeLive(each atoms)
    while let saver = core.savers.first(where: \.isLoading), !Task.isCancelled {
      await saver.untilLoaded()
    }
  }

  /// Waits until all writes to the scope and its ancestors are saved.
  ///
  /// Changes that wait for their coalescing time are saved now.
  ///
  ///     try await scope.saved()   // before the program ends
  ///
  /// - Throws: `PersistenceError` if an atom could not be saved; its next change tries again.
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

  /// Saves all atoms in memory, instead of in their own storages.
  package func saveInMemory() { core.persistence.memories = MemoryStorages() }
}
