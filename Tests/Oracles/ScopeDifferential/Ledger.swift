/// The record of what has been said of resources, and of which of their closures ran: what they may
/// show follows from it.
final class Ledger {
  struct Account {
    /// The last time that its closure was begun.
    var latest: Run?
    /// Somebody has said what it has come to, after that.
    var said: Seen?
    /// The inputs that had been read when that was said.
    var inputsWhenSaid: [(definition: Int, seen: Seen)] = []
    /// It may be loaded again for a reason other than what it has read.
    var isExcused = true
    /// Nothing has been said since somebody asked anew: an overtaken load begins again at once.
    var isOpen = true
    /// A transaction was undone: what has been computed since may not be known to be the same.
    var wasUndone = false
    /// All that it may have as a previous value.
    var past: Set<Int> = []
  }

  private let world: World
  private let oracle: Oracle
  var accounts: [Key: Account] = [:]

  init(_ world: World, _ oracle: Oracle) {
    self.world = world
    self.oracle = oracle
  }

  func began(_ run: Run) -> String? {
    let item = world.items[run.key.definition]
    let account = accounts[run.key, default: Account()]
    defer {
      accounts[run.key, default: account].latest = run
      accounts[run.key]?.said = nil
      accounts[run.key]?.wasUndone = account.isExcused && account.wasUndone
      accounts[run.key]?.isExcused = false
    }
    if run.variant != oracle.variant(run.key.scope, run.key.definition) {
      return "\(run.key) runs as variant \(run.variant)"
    }
    account.latest.map { look(at: $0, now: run.beganAt) }
    if let last = account.latest, let debounce = item.debounce, let changed = last.changedAt,
      item.isKept, !account.isExcused, !account.isOpen, !account.wasUndone,
      last.isOver, run.beganAt < changed + .seconds(debounce)
    {
      return "\(run.key) runs \(run.beganAt - changed) after a change, not after \(debounce) s"
    }
    if let last = account.latest, item.isKept, !account.isExcused, !account.wasUndone,
      !last.hasChanged, account.said == nil || !hasChangedSinceSaid(account, run.key),
      last.inputs.allSatisfy({ isLasting($0.definition) }),
      last.awaited == nil, !last.wasCancelled
    {
      return "\(run.key) runs again although nothing has changed that it has read: \(last.inputs)"
    }
    return nil
  }

  /// Notes which runs have been overtaken.
  func look(now: Duration) {
    for account in accounts.values { account.latest.map { look(at: $0, now: now) } }
  }

  private func look(at run: Run, now: Duration) {
    if run.hasChanged { return }
    run.hasChanged = !run.inputs.allSatisfy {
      !isPure($0.definition) || oracle.value(run.key.scope, $0.definition) == $0.seen
    }
    if run.hasChanged { run.changedAt = now }
  }

  private func hasChangedSinceSaid(_ account: Account, _ key: Key) -> Bool {
    account.inputsWhenSaid.contains { oracle.value(key.scope, $0.definition) != $0.seen }
  }

  /// Whether it is pure, and the same one as long as its scope.
  ///
  /// A value that is only kept while it is used may have gone with its last effect, and counts as
  /// changed when it comes again.
  private func isLasting(_ index: Int) -> Bool {
    if case .atom = world.items[index].kind { return true }
    return isPure(index) && world.items[index].isKept
  }

  private func isPure(_ index: Int) -> Bool { world.items[index].isPure }

  func isCurrent(_ run: Run) -> Bool {
    run.inputs.allSatisfy { input in
      let now = oracle.value(run.key.scope, input.definition)
      guard input.isAwaited else { return now == input.seen }
      return isSame(now, input.seen)
    }
  }

  private func isSame(_ now: Seen, _ arrived: Seen) -> Bool {
    guard case .loadable(let value, let error, let isLoading) = now,
      case .loadable(let arrivedValue, let arrivedError, _) = arrived
    else { return false }
    return !isLoading && error == arrivedError && (error != nil || value == arrivedValue)
  }

  func said(_ key: Key, _ value: Seen) {
    var account = accounts[key, default: Account()]
    account.said = value
    account.isExcused = false
    account.isOpen = false
    // A load that is superseded may have had more to read.
    account.inputsWhenSaid = (account.latest?.inputs ?? []).filter { !$0.isAwaited }.map {
      ($0.definition, oracle.value(key.scope, $0.definition))
    }
    if case .loadable(let value?, _, _) = value { account.past.insert(value) }
    account.latest?.hasChanged = false
    account.latest?.changedAt = nil
    accounts[key] = account
  }

  func excuse(_ key: Key) {
    accounts[key, default: Account()].isExcused = true
    accounts[key]?.isOpen = true
  }

  /// It has forgotten what it has come to, and from what.
  func forget(_ key: Key) {
    excuse(key)
    accounts[key]?.said = nil
    accounts[key]?.latest = nil
  }

  func excuseAll(afterRollback: Bool = false) {
    for key in accounts.keys {
      excuse(key)
      if afterRollback { accounts[key]?.wasUndone = true }
    }
  }

  /// The mistake in what a resource shows.
  func problem(_ scope: Int, _ index: Int, _ shown: Seen, now: Duration, isIdle: Bool) -> String? {
    let key = oracle.key(scope, index)
    let item = world.items[index]
    guard case .loadable(let value, let error, let isLoading) = shown else { return nil }
    let account = accounts[key, default: Account()]
    func wrong(_ text: String) -> String {
      "\(key) shows \(shown): \(text); latest run \(account.latest.map { "from step \($0.began) \($0.inputs) -> \($0.outcome.map { "\($0)" } ?? "open")" } ?? "none"), said \(account.said.map { "\($0)" } ?? "nothing")"
    }
    if let said = account.said {
      // A resource that goes when it is not used may have gone, and read nothing since.
      let isDue =
        item.isKept && account.latest?.wasCancelled == false
        && hasChangedSinceSaid(account, key)
      if said == shown {
        return isDue && !account.isExcused ? wrong("what it follows from has changed") : nil
      }
      let isTimedOut = item.timeout != nil && error?.hasPrefix("timedOut") == true
      if !isLoading, !account.isExcused, !isTimedOut { return wrong("that is not what was said") }
      if !isDue, !account.isExcused, account.latest?.hasChanged != true, item.isKept,
        account.latest?.inputs.allSatisfy({ isLasting($0.definition) }) == true,
        account.latest?.awaited == nil, account.latest?.wasCancelled != true
      {
        return wrong("it loads although nothing has changed")
      }
      if isLoading { return nil }
    }
    // Its time may be over before it has begun to run.
    if let error, item.timeout != nil, error.hasPrefix("timedOut") { return nil }
    guard let run = account.latest else {
      // Its time may have been over, and what came then have changed: it waits to be loaded again.
      return isLoading && (!isIdle || item.debounce != nil) ? nil : wrong("it has never run")
    }
    if isLoading {
      if !isIdle { return nil }
      if item.debounce != nil { return nil }
      if case .compute = item.kind {
        guard case .loadable(_, _, true)? = run.outcome else { return wrong("nothing loads") }
        return isCurrent(run) ? nil : wrong("its inputs have changed")
      }
      if run.outcome != nil { return wrong("nothing loads") }
      return isCurrent(run) ? nil : wrong("it loads from what is not there any more")
    }
    guard isCurrent(run) else { return wrong("its inputs have changed") }
    switch run.outcome {
    case nil:
      if error == nil || item.timeout == nil { return wrong("it is not over") }
    case .number(let number)?:
      if error != nil || value != number { return wrong("that is not what has come") }
      accounts[key]?.past.insert(number)
    case .loadable(_, let expected, _)?:
      if error != expected { return wrong("that is not how it failed") }
    }
    return nil
  }
}
