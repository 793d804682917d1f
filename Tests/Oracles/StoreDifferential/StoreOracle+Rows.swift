// Rows: their hooks, and the end of what was begun for them.
extension StoreOracle {
  func isPresent(_ row: Int, _ store: Int) -> Bool { places[store].state[Edit.fields + row] >= 0 }

  /// The hooks of rows that have gone end, and those of rows that have come begin, in the order of
  /// the rows.
  func replaceRowHooks(_ store: Int) {
    func row(_ observer: Observer) -> Int? {
      guard case .hook(let row) = observer.role, observer.plan.store == store else { return nil }
      return row
    }
    observers.removeAll { observer in
      guard let row = row(observer), !isPresent(row, store) else { return false }
      observer.isGone = true
      return true
    }
    let known = observers.compactMap(row)
    for row in places[store].state[Edit.numbers...] where !known.contains(row) {
      let observer = Observer(
        ObserverPlan(store: store, field: 0, nil), "r\(store).\(row)", isHook: true,
        role: .hook(ofRow: row))
      observer.seen = see(observer)
      observers.append(observer)
    }
  }

  /// Has an effect cancelled when its row goes.
  func watch(_ run: OracleRun, ofRow row: Int) {
    let store = run.store
    let role = Observer.Role.watch(ofRow: row)
    var watch = observers.first { $0.role == role && $0.plan.store == store }
    if watch == nil {
      let new = Observer(
        ObserverPlan(store: store, field: 0, nil), "watch", isHook: false, role: role)
      new.seen = see(new)
      observers.append(new)
      watch = new
    }
    watch?.members.append(run)
  }

  /// An effect has ended, or was cancelled: nobody watches for none.
  func stopWatching(_ run: OracleRun) {
    observers.removeAll { observer in
      guard case .watch = observer.role, observer.members.contains(where: { $0 === run }) else {
        return false
      }
      observer.members.removeAll { $0 === run }
      observer.isGone = observer.members.isEmpty
      return observer.isGone
    }
  }
}
