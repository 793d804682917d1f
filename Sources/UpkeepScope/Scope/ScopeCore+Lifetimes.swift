import Upkeep

// The lifetimes of cells.
extension ScopeCore {
  func livenessChanged(_ cell: Cell, _ isLive: Bool) {
    if isOver { return }
    if isLive {
      cell.alarm = nil
      removeFromUnused(cell)
    } else if cell.wasAwaited, !cell.isBusy {
      becameUnused(cell)
    } else {
      leave(cell)
    }
  }

  /// Somebody is about to read it, for the first time: until an effect needs it, it is as good as
  /// unused, but for this once.
  func isNotUsedYet(_ cell: Cell) {
    switch cell.declaration.lifetime {
    case .keep(for: nil): break
    case .whileUsed:
      if pool.count >= poolLimit { emptyPoolAfterTurn() }
      addToPool(cell)
    case .keep(for: let duration?): releaseLater(cell, after: duration)
    case .lru(let count):
      trimUnused(like: cell, to: count)
      addToUnused(cell)
    }
  }

  /// Nobody needs it any more, and it is to stay for a while all the same.
  private func becameUnused(_ cell: Cell) {
    switch cell.declaration.lifetime {
    case .keep(for: nil): break
    case .whileUsed: addToPool(cell)
    case .keep(for: let duration?): releaseLater(cell, after: duration)
    case .lru(let count):
      addToUnused(cell)
      trimUnused(like: cell, to: count)
    }
  }

  /// It was written in a transaction that is being undone.
  func mayGoAgain(_ cell: Cell) {
    if case .whileUsed = cell.declaration.lifetime, !cell.property.isLive { addToPool(cell) }
  }

  private func addToPool(_ cell: Cell) {
    cell.isFresh = true
    pool.add(cell)
  }

  private func releaseLater(_ cell: Cell, after duration: Duration) {
    cell.alarm = alarm(after: duration, for: cell.declaration.name) { [weak self, weak cell] in
      if let self, let cell { release(cell) }
    }
  }

  /// A cell that stands alone has no others in whose favour it could go.
  private func addToUnused(_ cell: Cell) {
    if let group = cell.declaration.id.key.group {
      unused[group, default: UnusedCells()].add(cell)
    }
  }

  private func removeFromUnused(_ cell: Cell) {
    if cell.placeInUnused == 0 { return }
    if case .whileUsed = cell.declaration.lifetime { return pool.remove(cell) }
    if let group = cell.declaration.id.key.group { unused[group]?.remove(cell) }
  }

  private func trimUnused(like cell: Cell, to count: Int) {
    guard let group = cell.declaration.id.key.group else { return }
    while let left = unused[group]?.count, left > count, let first = unused[group]?.popFirst() {
      release(first)
    }
  }

  /// The last effect that needed it has gone.
  private func leave(_ cell: Cell) {
    if case .whileUsed = cell.declaration.lifetime {
      release(cell)
    } else {
      becameUnused(cell)
    }
  }

  /// Empties the pool once no turn and no refresh is open: a cell that is being computed may be in
  /// it, and on the stack.
  private func emptyPoolAfterTurn() {
    if !Turn.isOpen { return emptyPool() }
    if generation.livenessHandler == nil {
      generation.watch(liveness: { _ in }) { [weak self] in
        if let self, pool.count >= poolLimit { emptyPool() }
      }
    }
    generation.tellAtEndOfTurn()
  }

  /// Lets go of cells that nobody needs, and that have not come since the last time: of a chain
  /// that is read as it grows the end is about to be read.
  private func emptyPool() {
    for cell in pool.removeAll() {
      let isFresh = cell.isFresh
      if cell.isReleased || cell.property.isLive || !cell.canGo { continue }
      if isFresh || cell.property.hasReaders || cell.isBusy || cell.holders > 0 {
        addToPool(cell)
        cell.isFresh = false
      } else {
        release(cell)
      }
    }
    poolLimit = max(1_024, pool.count * 2)
  }

  /// Lets go of a cell, unless somebody needs it, and of all that was needed for it alone.
  private func release(_ cell: Cell) {
    // All cells are about to end, and nothing may hold one longer.
    if isOver { return }
    if Turn.transaction != nil { return releaseAfterTransaction(cell) }
    leaving.append(cell)
    if isLeaving { return }
    isLeaving = true
    defer { isLeaving = false }
    while let cell = leaving.popLast() {
      if cell.isReleased || !cell.canGo || cell.property.isLive { continue }
      if cell.holders > 0 {
        cell.wasLeft = true
        continue
      }
      if cell.property.hasReaders {
        addToPool(cell)
        continue
      }
      let inputs = cell.property.currentInputs.compactMap { cellsByProperty[ObjectIdentifier($0)] }
      remove(cell)
      // Those that it leaves behind go at once if they would have gone with their last effect.
      leaving += inputs.filter {
        $0.declaration.lifetime == .whileUsed && (!$0.wasAwaited || $0.isBusy)
      }
    }
  }

  /// Nothing goes in a transaction, which may be undone: a cell that has taken the place of a
  /// written one was not used then, and it stays.
  private func releaseAfterTransaction(_ cell: Cell) {
    var isUndone = false
    Turn.afterRollback { isUndone = true }
    Turn.afterTransaction { [self] in
      if isUndone, case .lru = cell.declaration.lifetime, cell.wasWritten {
        if !cell.isReleased, !cell.property.isLive { becameUnused(cell) }
      } else {
        release(cell)
      }
    }
  }

  /// A load keeps a cell no longer.
  func letGo(of cell: Cell) {
    cell.holders -= 1
    if cell.holders > 0 || !cell.wasLeft { return }
    cell.wasLeft = false
    release(cell)
  }

  func remove(_ cell: Cell) {
    cellsByProperty[ObjectIdentifier(cell.property)] = nil
    removeFromUnused(cell)
    let place = cell.declaration.place
    let held = place < 0 ? members.remove(cell) : content(ofSlot: place)
    if place >= 0, held != nil { slots[place] = nil }
    // A reader of before that reads again is to find another one.
    cell.property.outdate()
    // The property may be held by running code.
    if cell.kind != .atom { cell.property.invalidate() }
    noteChange(of: cell.declaration.id)
    cell.end()
    held?.release()
  }

  /// The scope is gone: everything ends.
  func shutDown() {
    isOver = true
    readers?.cancel()
    readers = nil
    parent?.children[ObjectIdentifier(self)] = nil
    let all = takeCells()
    cellsByProperty = [:]
    pool = CellPool()
    unused = [:]
    #if DEBUG
      lostDefinitions = LostDefinitions()
    #endif
    // SAFETY: `takeCells` has given the references.
    for cell in all {
      cell._withUnsafeGuaranteedRef { cell in
        if cell.endsUntold { cell.isReleased = true } else { cell.end() }
      }
    }
    for cell in all { cell.release() }
  }
}
