import Upkeep

/// Keeps the records of one scope's cells in step, as long as somebody holds it.
///
/// The cells say which of them has changed, and are neither read nor followed: so nothing is
/// computed, loaded or kept for its sake. A cell says so when it is written, goes, or has read
/// something else. Inside a derivation, where nothing may be marked, that waits for the end of the
/// turn. A cell that is made tells no effect: it enters the records with the next change, or with
/// the next read where no effect follows them.
final class CellFollower: CellObserver {
  /// The records, and those that may be out of date.
  private final class State {
    let core: ScopeCore
    var records = SnapshotRecords()
    /// Those whose records may not be right any more.
    var changed: Set<DefinitionID> = []
    /// Any record may not be right.
    var mayAllHaveChanged = true
    /// Those that are to be among `changed` when the turn has ended.
    var waiting: Set<DefinitionID> = []

    init(_ core: ScopeCore) { self.core = core }

    func noteChange(of id: DefinitionID) {
      if mayAllHaveChanged { return }
      changed.insert(id)
      // Nobody looks, and cells come and go: those that have gone are not to be remembered for
      // ever.
      if changed.count > 2 * records.count + 64 { forgetChanges() }
    }

    func noteLater(_ id: DefinitionID) {
      if mayAllHaveChanged, !waiting.isEmpty { return }
      waiting.insert(id)
      if waiting.count > 2 * records.count + 64 {
        forgetChanges()
        waiting = [id]
      }
    }

    func forgetChanges() {
      mayAllHaveChanged = true
      changed = []
    }

    /// Makes the records right.
    func update() -> SnapshotRecords {
      var pending = changed
      changed = []
      if mayAllHaveChanged {
        mayAllHaveChanged = false
        pending.formUnion(records.all.lazy.map(\.id))
        pending.formUnion(core.cells.lazy.map(\.declaration.id))
      }
      for id in pending {
        guard let cell = core.ownCell(of: id) else {
          records.remove(id)
          continue
        }
        let old = records[id]
        let needs = cell.needs.compactMap { core.cell(showing: $0).map(SnapshotRecord.Key.init) }
        let new = SnapshotRecord(cell, name: old?.name, needs: needs)
        if let old, new.isSame(as: old) { continue }
        records.set(new)
      }
      return records
    }
  }

  /// The records, for a snapshot to follow.
  let records: DerivedProperty<SnapshotRecords>
  private let state: State

  init(_ core: ScopeCore) {
    let state = State(core)
    self.state = state
    records = DerivedProperty(
      changes: ChangeRule { old, new in
        var hasChanged = false
        SnapshotRecords.forEachDifference(old, new) { id in
          if hasChanged { return }
          guard let before = old[id], let after = new[id] else {
            hasChanged = true
            return
          }
          hasChanged = !after.isSame(as: before)
        }
        return hasChanged
      }, name: "the snapshots of a scope"
    ) { state.update() }
    records.watch(liveness: { _ in }, endOfTurn: { [weak self] in self?.endTurn() })
    // A write in a transaction before this was there is undone with it, too.
    if Turn.transaction != nil { records.onRollback { state.forgetChanges() } }
  }

  func noteArrival(of id: DefinitionID) {
    if records.isLive { state.noteChange(of: id) } else { noteChange(of: id) }
  }

  /// A cell was written, is gone, or has read something else.
  func noteChange(of id: DefinitionID) {
    if Turn.transaction != nil { records.onRollback { [state] in state.noteChange(of: id) } }
    if Turn.isDeriving {
      state.noteLater(id)
      records.tellAtEndOfTurn()
    } else {
      state.noteChange(of: id)
      records.invalidate()
    }
  }

  private func endTurn() {
    if state.waiting.isEmpty { return }
    for id in state.waiting { state.noteChange(of: id) }
    state.waiting = []
    records.invalidate()
  }
}

extension ScopeCore {
  /// The follower of its cells, made if there is none at present.
  ///
  /// - Complexity: O(cells) if it is made.
  func followCells() -> CellFollower {
    if let follower = observer as? CellFollower { return follower }
    let made = CellFollower(self)
    observer = made
    isFollowed = true
    for cell in cells { beginToTell(of: cell) }
    return made
  }
}
