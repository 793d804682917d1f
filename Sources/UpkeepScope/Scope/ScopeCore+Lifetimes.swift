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

  /// Prepares a cell for its first read.
  ///
  /// Until an effect needs the cell, it counts as unused, but it stays for this read.
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

  /// Keeps a cell that is no longer needed for as long as its lifetime says.
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

  /// Makes a cell releasable again when a transaction that wrote it rolls back.
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

  /// Adds a cell to the unused cells of its family or type.
  ///
  /// A cell without a family or type has no others that could displace it.
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

  /// Applies the cell's lifetime after the last effect that needed it has gone.
  private func leave(_ cell: Cell) {
    if case .whileUsed = cell.declaration.lifetime {
      release(cell)
    } else {
      becameUnused(cell)
    }
  }

  /// Empties the pool once no turn and no refresh is open.
  ///
  /// Until then, a cell in the pool may be computing.
  private func emptyPoolAfterTurn() {
    if !Turn.isOpen { return emptyPool() }
    if generation.livenessHandler == nil {
      generation.watch(liveness: { _ in }) { [weak self] in
        if let self, pool.count >= poolLimit { emptyPool() }
      }
    }
    generation.tellAtEndOfTurn()
  }

  /// Releases unneeded cells that were in the pool when it was last emptied.
  ///
  /// Newer cells stay, because the next cell of a growing chain is about to read them.
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

  /// Releases a cell that nothing needs, and the cells that only it needed.
  private func release(_ cell: Cell) {
    // All cells are about to end, and nothing may hold a cell longer.
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
      // An input is released, too, if its lifetime would release it with its last effect.
      leaving += inputs.filter {
        $0.declaration.lifetime == .whileUsed && (!$0.wasAwaited || $0.isBusy)
      }
    }
  }

  /// Releases a cell after the open transaction.
  ///
  /// After a rollback a written cell with `.lru` becomes unused again instead, because the rollback
  /// has undone the use of the cell that displaced it.
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

  /// Ends a load's hold on a cell.
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
    // Outdates its readers, so that their next read finds another cell.
    cell.property.outdate()
    // Running code may still hold the property.
    if cell.kind != .atom { cell.property.invalidate() }
    noteChange(of: cell.declaration.id)
    cell.end()
    held?.release()
  }

  /// Ends everything when the scope is released.
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
    // SAFETY: `takeCells` transferred the references.
    for cell in all {
      cell._withUnsafeGuaranteedRef { cell in
        if cell.endsUntold { cell.isReleased = true } else { cell.end() }
      }
    }
    for cell in all { cell.release() }
  }
}
