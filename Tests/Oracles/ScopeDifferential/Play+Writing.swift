import Differential
import Upkeep
import UpkeepScope

// Steps that write atoms, set the values of resources, and override definitions.
extension Play {
  func write(_ scope: Int, _ random: inout SplitMix64) {
    // A batch may restore the value that it has changed.
    defer { ledger.look(now: clock.now.offset) }
    let index = random.below(world.atoms.count)
    // An edit in place counts as a change.
    let value = 1 + random.below(6)
    let writables = world.items.indices.filter {
      if case .writable = world.items[$0].kind { true } else { false }
    }
    if !writables.isEmpty, random.chance(20) {
      let index = writables[random.below(writables.count)]
      guard case .writable(let definition) = world.handles[index],
        case .writable(let target) = world.items[index].kind
      else { return }
      log.append("write \(value) to \(index) in \(scope)")
      let variant = oracle.variant(oracle.owner(scope, index), index)
      oracle.write(scope, target, value - world.items[index].programs[variant].start)
      scopes[scope][definition] = value
      return
    }
    let atom = world.atoms[index]
    switch random.below(5) {
    case 0:
      log.append("reset \(index) in \(scope)")
      oracle.reset(scope, index)
      scopes[scope].reset(atom)
    case 1:
      log.append("modify \(index) in \(scope)")
      let old = oracle.value(scope, index).weight
      oracle.write(scope, index, (old + value) % 7)
      scopes[scope].modify(atom) { $0 = ($0 + value) % 7 }
    case 2:
      log.append("add \(value) to \(index) in \(scope)")
      oracle.write(scope, index, oracle.value(scope, index).weight + value)
      scopes[scope][atom] += value
    default:
      log.append("write \(value) to \(index) in \(scope)")
      oracle.write(scope, index, value)
      scopes[scope][atom] = value
    }
  }

  func batched(_ random: inout SplitMix64) {
    let count = 2 + random.below(3)
    var inner = random
    log.append("batch of \(count)")
    var hasTold = false
    batch {
      for _ in 0..<count {
        let scope = inner.below(scopes.count)
        if inner.chance(25) {
          tell(scope, &inner)
          hasTold = true
        } else {
          write(scope, &inner)
        }
        if inner.chance(20) { checkRead(scope, inner.below(world.items.count), isIdle: false) }
      }
      // A write after the script set a value counts as a change, even a write of the same value.
      if hasTold { ledger.excuseAll() }
    }
    random = inner
  }

  func transacted(_ random: inout SplitMix64) {
    let fails = random.chance(50)
    let state = oracle.state
    let accounts = ledger.accounts
    var inner = random
    log.append("transaction that \(fails ? "throws" : "commits")")
    transaction(isUndone: fails) {
      for _ in 0..<(1 + inner.below(3)) {
        let scope = inner.below(scopes.count)
        switch inner.pick([8, 4, 2, 1]) {
        case 0: write(scope, &inner)
        case 1: tell(scope, &inner)
        case 2: advance(&inner)
        default: restore(&inner)
        }
        if inner.chance(40) { checkRead(scope, inner.below(world.items.count), isIdle: false) }
      }
      if !fails { return }
      oracle.state = state
      // A first run is undone, but may have left a previous value.
      ledger.accounts = ledger.accounts.reduce(into: accounts) { accounts, new in
        accounts[new.key, default: Ledger.Account()].past.formUnion(new.value.past)
      }
      ledger.excuseAll(afterRollback: true)
    }
    random = inner
  }

  func tell(_ scope: Int, _ random: inout SplitMix64) {
    guard let (index, resource) = world.anyResource(&random) else { return write(scope, &random) }
    let key = oracle.key(scope, index)
    switch random.below(4) {
    case 0:
      log.append("reset \(index) in \(scope)")
      ledger.forget(key)
      scopes[scope].reset(resource)
    case 1:
      let value = random.below(7)
      log.append("set \(index) in \(scope) to \(value)")
      ledger.said(key, .loadable(value: value, error: nil, isLoading: false))
      scopes[scope][resource] = .value(value)
    default:
      log.append("refresh \(index) in \(scope)")
      ledger.excuse(key)
      ledger.accounts[key]?.said = nil
      scopes[scope].refresh(resource)
    }
  }

  // MARK: - Overriding definitions

  func override(_ scope: Int, _ random: inout SplitMix64) {
    let index = random.below(world.items.count)
    // Skips atoms of families: such a member may end, and its next value is the override's.
    if world.items[index].isMember, case .atom = world.items[index].kind { return }
    let variant = 1 + random.below(World.variants - 1)
    mayRunAnyway = true
    log.append("override \(index) in \(scope) by \(variant)")
    let isFirst = scope != 0 && oracle.state.overrides[scope].isEmpty
    oracle.override(scope, index, variant)
    ledger.excuseAll()
    for key in ledger.accounts.keys
    where key.definition == index && oracle.source(key.scope, index) == scope {
      ledger.forget(key)
    }
    if isFirst {
      batch {
        scopes[scope].override(world.marker, with: Computed { _ in scope })
        override(index, by: variant, in: scopes[scope])
      }
    } else {
      override(index, by: variant, in: scopes[scope])
    }
    // A snapshot holds the first value of an atom that is not yet live: the atom is read before.
    if case .atom(let atom) = world.handles[index] { _ = scopes[scope][atom] }
  }

  func override(_ index: Int, by variant: Int, in library: Scope) {
    switch (world.handles[index], world.variant(index, variant)) {
    case (.atom(let old), .atom(let new)): library.override(old, with: new)
    case (.computed(let old), .computed(let new)): library.override(old, with: new)
    case (.writable(let old), .writable(let new)): library.override(old, with: new)
    case (.resource(let old), .resource(let new)): library.override(old, with: new)
    default: break
    }
  }
}
