/// Records the values that the script sets on resources, and the runs of their closures.
///
/// The values that a resource may show follow from these.
final class Ledger {
  struct Account {
    /// The latest run of its closure.
    var latest: Run?
    /// The value that the script set on the resource after that run.
    var said: Seen?
    /// The inputs that had been read when the script set the value.
    var inputsWhenSaid: [(definition: Int, seen: Seen)] = []
    /// Whether the resource may load again for a reason other than its inputs.
    var isExcused = true
    /// Whether a reload was requested and no value set since: an overtaken load then begins anew.
    var isOpen = true
    /// Whether a transaction was rolled back: values computed since may count as changed.
    var wasUndone = false
    /// All values that it may have as a previous value.
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

  /// Notes the runs whose inputs have changed.
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

  /// Whether a definition is pure and lives as long as its scope.
  ///
  /// A value that lives only while it is used may end with its last effect, and counts as changed
  /// when it is computed again.
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
    // A superseded load might have read more inputs.
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

  /// Forgets the outcome of a resource and its inputs.
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

  /// The mistake in the value that a resource shows.
  func problem(_ scope: Int, _ index: Int, _ shown: Seen, now: Duration, isIdle: Bool) -> String? {
    let key = oracle.key(scope, index)
    let item = world.items[index]
    guard case .loadable(let value, let error, let isLoading) = shown else { return nil }
    let account = accounts[key, default: Account()]
    func wrong(_ text: String) -> String {
      "\(key) shows \(shown): \(text); latest run \(account.latest.map { "from step \($0.began) \($0.inputs) -> \($0.outcome.map { "\($0)" } ?? "open")" } ?? "none"), said \(account.said.map { "\($0)" } ?? "nothing")"
    }
    if let said = account.said {
      // A resource that lives only while it is used may have ended, and have read nothing since.
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
    // The timeout may pass before the closure begins.
    if let error, item.timeout != nil, error.hasPrefix("timedOut") { return nil }
    guard let run = account.latest else {
      // The timeout may have passed before an input changed: the resource waits to load again.
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
