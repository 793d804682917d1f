import Differential
import Upkeep
import UpkeepScope

/// The definitions that the rows of the table use.
enum Grown {
  static let head = Atom(1, name: "head")
  static let atom = Family { (id: Int) in Atom(id, name: "atom") }
  static let observed = Family { (id: Int) in
    Atom(id, effects: [.onChange { context, _, _ in _ = context.value }], name: "observed")
  }
  static let coded = Family { (id: Int) in Atom(id, name: "coded").encoded(as: "coded.\(id)") }
  static let double = Family { (id: Int) in Computed(name: "double") { get in get(atom(id)) * 2 } }
  static let sum = Family { (count: Int) in
    Computed(name: "sum") { get in
      (0..<count).reduce(get(head)) { $0 &+ get(atom($1)) }
    }
  }
  static let passed = Family { (id: Int) in
    WritableComputed(name: "passed", get: { get in get(atom(id)) }, set: { $0[atom(id)] = $1 })
  }

  struct Node: AtomNode {
    let id: Int
    func initial() -> Int { id }
  }

  /// A family of which `count` unused members stay.
  static func recent(_ count: Int) -> Family<Int, Computed<Int>> {
    Family { id in Computed(lifetime: .lru(count), name: "recent") { get in get(head) &+ id } }
  }
  static let lingering = Family { (id: Int) in
    Computed(lifetime: .keep(for: .seconds(1 + id % 7)), name: "lingering") { get in
      get(head) &+ id
    }
  }
}

extension ScopeWork {
  /// Atoms and computed values.
  static let values = [
    ScopeWork("definitions that stand alone, made, read and written") { count, _ in
      let atoms = (0..<count).map { Atom($0) }
      let scope = Scope()
      for atom in atoms { scope[atom] += 1 }
      return unless(atoms.reduce(0) { $0 + scope[$1] }, is: count * (count + 1) / 2)
    },
    ScopeWork("members made, read, written, edited and reset") { count, scope, _, _ in
      for id in 0..<count {
        scope[Grown.atom(id)] += 1
        scope.modify(Grown.atom(id)) { $0 += 1 }
        scope[Grown.Node(id: id)] += 1
        scope[Grown.passed(id)] += 1
        scope.bound(Grown.atom(id)).value += 1
      }
      for id in 0..<count where scope[Grown.atom(id)] != id + 4 { return "\(id) was lost" }
      for id in 0..<count {
        scope.reset(Grown.atom(id))
        if scope.peek(Grown.atom(id)) != id { return "\(id) was not reset" }
      }
      return nil
    },
    ScopeWork("members, an effect on each, written and cancelled one by one") {
      count, scope, updater, _ in
      var runs = 0
      let tokens = (0..<count).map { id in
        updater.keepUpToDate {
          _ = scope[Grown.double(id)]
          runs += 1
        }
      }
      for id in 0..<count { scope[Grown.atom(id)] += 1 }
      for token in tokens { token.cancel() }
      return unless(runs, is: 2 * count)
    },
    ScopeWork("members of which one value follows, written in a batch, and undone") {
      count, scope, updater, _ in
      var seen = 0
      let token = updater.keepUpToDate { seen = scope[Grown.sum(count)] }
      batch { for id in 0..<count { scope[Grown.atom(id)] = 1 } }
      if let problem = unless(seen, is: count + 1, "the batch") { return problem }
      transaction(isUndone: true) {
        for id in 0..<count { scope[Grown.atom(id)] = 2 }
        if scope[Grown.sum(count)] != 2 * count + 1 { seen = -1 }
      }
      if let problem = unless(seen, is: count + 1, "what was undone") { return problem }
      token.cancel()
      return unless(scope[Grown.sum(count)], is: count + 1, "what was cancelled")
    },
    ScopeWork("one atom, followed by as many values and effects") { count, scope, updater, _ in
      let values = (0..<count).map { id in Computed { get in get(Grown.head) &+ id } }
      var sum = 0
      let tokens = values.map { value in updater.keepUpToDate { sum += scope[value] } }
      sum = 0
      scope[Grown.head] = 2
      for token in tokens { token.cancel() }
      scope[Grown.head] = 3
      return unless(sum, is: 2 * count + count * (count - 1) / 2)
    },
    ScopeWork("atoms with effects beside them, written in a batch and one by one") {
      count, scope, _, _ in
      batch { for id in 0..<count { scope[Grown.observed(id)] = -1 } }
      for id in 0..<count { scope[Grown.observed(id)] = -2 }
      return unless(scope[Grown.observed(count / 2)], is: -2)
    },
    ScopeWork("one atom written, with an effect beside it and one on it") {
      count, scope, updater, _ in
      var runs = 0
      updater.keepUpToDate {
        _ = scope[Grown.observed(1)]
        runs += 1
      }
      for number in 2...count { scope[Grown.observed(1)] = number }
      return unless(runs, is: count)
    },
    ScopeWork("properties, bound values and closures of a scope") { count, scope, updater, _ in
      var seen = 0
      for id in 0..<count {
        let property = scope.property(Grown.double(id))
        updater.keepUpToDate { seen += property.value }
        scope.callback { scope in scope[Grown.atom(id)] += 1 }()
      }
      return unless(seen, is: 2 * count * count)
    },
  ]

  /// The lifetime of values.
  static let lifetimes = [
    ScopeWork("members read in passing, twice") { count, scope, _, _ in
      for id in 0..<2 * count { if scope[Grown.double(id % count)] != id % count * 2 { return "" } }
      return nil
    },
    ScopeWork("members of which half stay, each with an effect that comes and goes, twice") {
      count, scope, _, _ in
      let recent = Grown.recent(count / 2)
      for id in 0..<2 * count {
        Updater().keepUpToDate { _ = scope[recent(id % count)] }
      }
      return unless(scope.snapshot().graph.nodes.count, is: count / 2 + 1)
    },
    ScopeWork("members of which all stay, left in one order and used again in another") {
      count, scope, _, _ in
      let recent = Grown.recent(count)
      for id in 0..<count { Updater().keepUpToDate { _ = scope[recent(id)] } }
      for id in (0..<count).reversed() { Updater().keepUpToDate { _ = scope[recent(id)] } }
      for id in 0..<count { _ = scope[recent(-1 - id)] }
      return nil
    },
    ScopeWork("members that stay for a time") { count, _ in
      let clock = ManualClock()
      let scope = Scope(clock: clock)
      for id in 0..<count { Updater().keepUpToDate { _ = scope[Grown.lingering(id)] } }
      for id in 0..<count { Updater().keepUpToDate { _ = scope[Grown.lingering(id)] } }
      for _ in 0..<8 { clock.advance(by: .seconds(1)) }
      return unless(scope.snapshot().graph.nodes.map(\.name), is: ["head"])
    },
    ScopeWork("one effect that reads other members each time") { count, scope, updater, _ in
      var seen = 0
      updater.keepUpToDate { seen = scope[Grown.double(scope[Grown.head])] }
      for number in 2...count { scope[Grown.head] = number }
      return unless(seen, is: 2 * count)
    },
  ]
}
