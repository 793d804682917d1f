import Upkeep

// Saving the atoms of a scope.
extension ScopeCore {
  /// Returns the saver of an atom and its saved value; nil for each that does not exist.
  ///
  /// An override is saved as it says itself, and never where its definition is saved. In snapshots
  /// the atom keeps its key.
  func saver<Value>(
    of atom: AtomDeclaration<Value>, overriddenBy override: AtomDeclaration<Value>?
  ) -> (saver: AtomSaver<Value>?, first: Value?) {
    let own = atom.persistence.flatMap { claim($0, for: atom) }
    let restored = own.flatMap { restoredValue(of: atom, $0) }
    var saving = own
    if let override { saving = override.persistence.flatMap { claim($0, for: atom) } }
    guard let saving, let storage = saving.storage else { return (nil, restored) }
    let saver = AtomSaver(
      atom.name, saving, StorageQueue.of(used(storage)).channel(for: saving.key),
      persistence.reports(for: owner), time, pendingWork, restored: restored)
    persistence.add(saver)
    return (saver, saver.first)
  }

  /// Claims a key for an atom; returns nil, after a report, if another atom has it.
  private func claim<Value>(
    _ saving: AtomPersistence<Value>, for atom: AtomDeclaration<Value>
  ) -> AtomPersistence<Value>? {
    if persistence.claim(saving.key, for: atom.id) { return saving }
    let problem = """
      another atom in its scope has the key '\(saving.key)', too; this one is not saved. Give each its own.
      """
    Misuse.report(.savingFailed(atom: atom.name, problem: problem))
    return nil
  }

  /// Takes the value that an encoded snapshot has for an atom.
  private func restoredValue<Value>(
    of atom: AtomDeclaration<Value>, _ saving: AtomPersistence<Value>
  ) -> Value? {
    guard let decoder = persistence.restored.removeValue(forKey: saving.key) else { return nil }
    do {
      return try saving.decode(decoder)
    } catch {
      let problem =
        "what a snapshot has for '\(saving.key)' cannot be read: \(error). It begins anew."
      Misuse.report(.savingFailed(atom: atom.name, problem: problem))
      return nil
    }
  }

  /// The storage that is used in place of an atom's own storage, by default that storage itself.
  private func used(_ storage: any SuspendingStorage) -> any SuspendingStorage {
    for case let memories? in lineage.lazy.map({ $0.persistenceIfAny?.memories }) {
      return memories.storage(for: storage)
    }
    return storage
  }

  /// Begins to load an atom, unless loading has begun.
  func makeLive(_ atom: some AtomDefinition) { _ = atomCell(of: atom) }

  /// The savers of this scope and its ancestors.
  var savers: [any ScopeSaver] {
    (persistenceIfAny?.all ?? []) + (parent?.savers ?? [])
  }
}
