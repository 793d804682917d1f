// Rows and the child: their hooks, and the end of their effects.
extension StoreOracle {
  func isPresent(_ row: Int, _ store: Int) -> Bool { places[store].state[Edit.fields + row] >= 0 }

  /// Counts the rows that one change removed, and the child if it was removed or replaced.
  ///
  /// - Returns: these rows, each with its count before.
  func partsGone(_ store: Int, _ old: [Int], _ new: [Int]) -> [(row: Int, life: Int)] {
    let place = places[store]
    var gone: [(row: Int, life: Int)] = []
    for row in 0...Edit.child {
      let (was, number) = (old[Edit.fields + row], new[Edit.fields + row])
      let isOther = row == Edit.child && old[Edit.childID] != new[Edit.childID]
      if was >= 0, number < 0 || isOther {
        gone.append((row, place.ends[row]))
        place.ends[row] += 1
      }
      if (was < 0) != (number < 0) || isOther { place.changes[row / Edit.child] += 1 }
    }
    return gone
  }

  /// Whether an action goes through the store of a child that another child has replaced.
  func isForAnotherChild(_ action: TableAction, _ store: Int) -> Bool {
    let place = places[store]
    if action.row != Edit.child || place.isReleased { return false }
    let child = place.state[Edit.childID]
    if child < 0 { return false }
    place.childStores.insert(child)
    return child != action.childStore && place.childStores.contains(action.childStore)
  }

  /// Ends the hooks and the effects of removed rows.
  func end(_ gone: [(row: Int, life: Int)], _ store: Int) {
    func isGone(_ row: Int?, _ life: Int) -> Bool {
      gone.contains { $0.row == row && $0.life == life }
    }
    for run in runsInOrder where run.store == store && isGone(run.row, run.life) { cancel(run) }
    dismiss { observer in
      guard case .hook(let row, let life) = observer.role else { return false }
      return observer.plan.store == store && isGone(row, life)
    }
  }

  /// Starts the hooks of new rows, in the order of the rows, or the hook of the child.
  func beginHooks(_ store: Int, ofChild: Bool) {
    let known = observers.compactMap { observer in
      if case .hook(let row, _) = observer.role, observer.plan.store == store { row } else { nil }
    }
    let child = isPresent(Edit.child, store) ? [Edit.child] : []
    let present = ofChild ? child : Array(places[store].state[Edit.numbers...])
    for row in present where !known.contains(row) {
      let observer = Observer(
        ObserverPlan(store: store, reads: [0], reaction: nil), "r\(store).\(row)", isHook: true,
        role: .hook(ofRow: row, life: places[store].ends[row]))
      observer.seen = see(observer)
      observers.append(observer)
    }
  }
}
