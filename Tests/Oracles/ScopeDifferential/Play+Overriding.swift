import Differential
import Upkeep
import UpkeepScope

// Steps that override definitions.
extension Play {
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
