// Turns, transactions, and the rounds of observers.
extension StoreOracle {
  func turn(_ body: () -> Void) {
    depth += 1
    body()
    endTurn()
  }

  private func endTurn() {
    if depth == 1 { flush() }
    depth -= 1
  }

  func transaction(isUndone: Bool, _ body: () -> Void) {
    depth += 1
    transactions.append(Transaction(places: places.map { ($0.state, $0.ends, $0.changes) }))
    body()
    let done = transactions.removeLast()
    if isUndone {
      for (place, old) in zip(places, done.places) {
        (place.state, place.ends, place.changes) = old
      }
      for step in done.afterRollback { step() }
    } else if let outer = transactions.indices.last {
      transactions[outer].afterCommit += done.afterCommit
      transactions[outer].afterRollback += done.afterRollback
    } else {
      for step in done.afterCommit { step() }
    }
    endTurn()
  }

  func afterCommit(_ body: @escaping () -> Void) {
    guard let last = transactions.indices.last else { return body() }
    transactions[last].afterCommit.append(body)
  }

  private func flush() {
    while !queued.isEmpty {
      let round = observers.filter { observer in queued.contains { $0 === observer } }
      queued = []
      for observer in round where observer.isStale && !observer.isGone {
        observer.isStale = false
        if see(observer) != observer.seen { run(observer) }
      }
    }
  }

  func changed(_ store: Int) {
    for observer in observers where observer.plan.store == store && !observer.isStale {
      observer.isStale = true
      queued.append(observer)
    }
  }
}
