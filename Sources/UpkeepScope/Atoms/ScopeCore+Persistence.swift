import Upkeep

// Saving the atoms of a scope.
extension ScopeCore {
  /// Returns the saver of an atom and its saved value; nil for each that does not exist.
  func saver<Value>(
    of atom: AtomDeclaration<Value>, _ persistence: AtomPersistence<Value>
  ) -> (saver: AtomSaver<Value>?, first: Value?) {
    let name = atom.name
    func report(_ problem: String) {
      Misuse.report(.savingFailed(atom: name, problem: problem))
    }
    guard self.persistence.claim(persistence.key, for: atom.id) else {
      report(
        """
        another atom in its scope has the key '\(persistence.key)', too; this one is not saved. Give each its own.
        """)
      return (nil, nil)
    }
    var restored: Value?
    if let decoder = self.persistence.restored.removeValue(forKey: persistence.key) {
      do {
        restored = try persistence.decode(decoder)
      } catch {
        report(
          "what a snapshot has for '\(persistence.key)' cannot be read: \(error). It begins anew.")
      }
    }
    guard let storage = persistence.storage.map({ storageForAll ?? $0 }) else {
      return (nil, restored)
    }
    let saver = AtomSaver(
      name, persistence, StorageQueue.of(storage).channel(for: persistence.key),
      self.persistence.reports(for: owner), time, pendingWork, restored: restored)
    self.persistence.add(saver)
    return (saver, saver.first)
  }

  /// The storage that replaces the atoms' own storages; by default the parent's replacement.
  private var storageForAll: (any SuspendingStorage)? {
    persistenceIfAny?.storage ?? parent?.storageForAll
  }

  /// Begins to load an atom, unless loading has begun.
  func makeLive(_ atom: some AtomDefinition) { _ = atomCell(of: atom) }

  /// The savers of this scope and its ancestors.
  var savers: [any ScopeSaver] {
    (persistenceIfAny?.all ?? []) + (parent?.savers ?? [])
  }
}
