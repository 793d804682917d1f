import Upkeep

/// The saved atoms of a scope.
final class ScopePersistence {
  /// Replaces the storages of all atoms, here and in the scope's children.
  var memories: MemoryStorages?
  /// Values from an encoded snapshot, for atoms that are not live yet.
  var restored: [String: any Decoder] = [:]
  /// The definition that has claimed each key.
  private var owners: [String: DefinitionID] = [:]
  private var savers: [ObjectIdentifier: (number: Int, saver: any ScopeSaver)] = [:]
  private var saversMade = 0
  private var reports: PersistenceReports?

  /// All savers of the scope, the oldest first.
  var all: [any ScopeSaver] {
    savers.values.sorted { $0.number < $1.number }.map(\.saver)
  }

  func add(_ saver: any ScopeSaver) {
    saversMade += 1
    savers[ObjectIdentifier(saver)] = (saversMade, saver)
  }

  func remove(_ saver: any ScopeSaver) { savers[ObjectIdentifier(saver)] = nil }

  /// Claims a key for a definition; returns false if another definition has it.
  func claim(_ key: String, for id: DefinitionID) -> Bool {
    let owner = owners[key, default: id]
    owners[key] = owner
    return owner == id
  }

  func reports(for owner: (any Actor)?) -> PersistenceReports {
    let reports = reports ?? PersistenceReports(owner: owner)
    self.reports = reports
    return reports
  }

  /// Reports the pending failures.
  func deliverReports() { reports?.deliver() }
}

/// The saver of an atom, of any value type.
protocol ScopeSaver: AnyObject {
  /// Whether the saved value is not known yet.
  var isLoading: Bool { get }

  /// Waits until the saved value is known.
  nonisolated(nonsending) func untilLoaded() async

  /// Submits unsaved changes now.
  ///
  /// - Returns: the channel that saves them, and their number there; nil if there was nothing to
  ///   save.
  /// - Throws: `PersistenceError` if a change cannot be saved.
  func handOverChanges() throws -> (channel: SaveChannel, number: Int)?
}
