import Upkeep

/// Keeps the records of one scope's cells up to date while an object holds the follower.
///
/// Cells report their changes. The follower neither reads nor follows the cells, so it computes,
/// loads and keeps nothing. A cell reports a write, its release, and a change of its inputs. Inside
/// a derivation, where nothing may be marked, a report waits for the end of the turn. A new cell
/// wakes no effect: it enters the records at the next change, or at the next read if no effect
/// follows the records.
final class CellFollower: CellObserver {
  /// The records, and the definitions whose records may be outdated.
  private final class State {
    let core: ScopeCore
    var records = SnapshotRecords()
    /// The definitions whose records may be outdated.
    var changed: Set<DefinitionID> = []
    /// Whether all records may be outdated.
    var mayAllHaveChanged = true
    /// The definitions that enter `changed` at the end of the turn.
    var waiting: Set<DefinitionID> = []

    init(_ core: ScopeCore) { self.core = core }

    func noteChange(of id: DefinitionID) {
      if mayAllHaveChanged { return }
      changed.insert(id)
      // Bounds the set if nothing reads the records while cells come and go.
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

    /// Brings the records up to date.
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

  /// The records, as a property that snapshots follow.
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
    // The rollback of a transaction also undoes writes from before the follower was made.
    if Turn.transaction != nil { records.onRollback { state.forgetChanges() } }
  }

  func noteArrival(of id: DefinitionID) {
    if records.isLive { state.noteChange(of: id) } else { noteChange(of: id) }
  }

  /// Notes that a cell was written, was released, or changed its inputs.
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
  /// Returns the follower of the scope's cells, making it if there is none.
  ///
  /// - Complexity: O(cells) if the follower is made.
  func followCells() -> CellFollower {
    if let follower = observer as? CellFollower { return follower }
    let made = CellFollower(self)
    observer = made
    isFollowed = true
    for cell in cells { beginToTell(of: cell) }
    return made
  }
}
