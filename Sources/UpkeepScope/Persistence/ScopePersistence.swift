import Upkeep

/// What a scope knows of saved atoms.
final class ScopePersistence {
  /// Where everything is saved, in place of where it says, here and in the scope's children.
  var storage: (any SuspendingStorage)?
  /// What an encoded snapshot has brought for atoms that are not live yet.
  var restored: [String: any Decoder] = [:]
  /// Who has which name.
  private var owners: [String: DefinitionID] = [:]
  private var savers: [ObjectIdentifier: any ScopeSaver] = [:]
  private var reports: PersistenceReports?

  /// All that saves an atom of the scope.
  var all: [any ScopeSaver] { Array(savers.values) }

  func add(_ saver: any ScopeSaver) { savers[ObjectIdentifier(saver)] = saver }

  func remove(_ saver: any ScopeSaver) { savers[ObjectIdentifier(saver)] = nil }

  /// Whether a name is free, or the definition's own, which it is from now on.
  fileprivate func claim(_ key: String, for id: DefinitionID) -> Bool {
    let owner = owners[key, default: id]
    owners[key] = owner
    return owner == id
  }

  fileprivate func reports(for owner: (any Actor)?) -> PersistenceReports {
    let reports = reports ?? PersistenceReports(owner: owner)
    self.reports = reports
    return reports
  }

  /// Reports what has come from elsewhere.
  func deliverReports() { reports?.deliver() }
}

/// What saves an atom, whatever the type of its value.
protocol ScopeSaver: AnyObject {
  /// Whether what is saved is not known yet.
  var isLoading: Bool { get }

  /// Waits until what is saved is known.
  nonisolated(nonsending) func untilLoaded() async

  /// Has saved what is not, now.
  ///
  /// - Returns: where, and as which number; nil if there never was anything to save.
  /// - Throws: `PersistenceError` if there is something that cannot be saved.
  func handOverChanges() throws -> (channel: SaveChannel, number: Int)?
}

extension ScopeCore {
  /// What saves an atom, with what was saved; nil if nothing does.
  func saver<Value>(
    of atom: Atom<Value>, _ persistence: AtomPersistence<Value>
  ) -> (saver: AtomSaver<Value>?, first: Value?) {
    let name = atom.declaration.name
    func report(_ problem: String) {
      Misuse.report(.savingFailed(atom: name, problem: problem))
    }
    guard self.persistence.claim(persistence.key, for: atom.declaration.id) else {
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
      name, persistence, Outbox.of(storage).channel(for: persistence.key),
      self.persistence.reports(for: owner), restored: restored)
    self.persistence.add(saver)
    return (saver, saver.first)
  }

  /// Where everything is saved, in place of where it says: a child saves where its parents do.
  private var storageForAll: (any SuspendingStorage)? {
    persistenceIfAny?.storage ?? parent?.storageForAll
  }

  /// Has an atom loaded, if that was not begun.
  func makeLive(_ atom: some AtomDefinition) { _ = atomCell(of: atom) }

  /// Its own savers, and those of its parents.
  var savers: [any ScopeSaver] {
    (persistenceIfAny?.all ?? []) + (parent?.savers ?? [])
  }
}
