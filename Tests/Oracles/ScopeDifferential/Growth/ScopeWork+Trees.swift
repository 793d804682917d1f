import Differential
import Upkeep
import UpkeepScope

extension ScopeWork {
  /// Scopes inside scopes, and overrides in them.
  static let trees = [
    ScopeWork("definitions overridden one by one, before and after they are read") { count, _ in
      let parent = Scope()
      let scope = Scope(parent: parent)
      for id in 0..<count { scope.override(Grown.atom(id), with: Atom(-1)) }
      let updater = Updater()
      var sum = 0
      updater.keepUpToDate { sum = scope[Grown.sum(count)] }
      let problem = unless(sum, is: 1 - count)
      batch {
        for id in 0..<count { scope.override(Grown.double(id), with: Computed { _ in id }) }
      }
      for id in 0..<count where scope[Grown.double(id)] != id { return "\(id)" }
      scope.override(Grown.atom) { Atom($0) }
      return problem
    },
    ScopeWork("a family overridden, of which many members are read") { count, _ in
      let scope = Scope(parent: Scope())
      for id in 0..<count { _ = scope[Grown.double(id)] }
      scope.override(Grown.atom) { Atom(-$0) }
      for id in 0..<count where scope[Grown.double(id)] != -2 * id { return "\(id)" }
      return nil
    },
    ScopeWork("children of one scope, each with an atom of its own") { count, _ in
      let parent = Scope()
      var children = (0..<count).map { id in
        Scope(parent: parent) { $0.override(Grown.head, with: Atom(id)) }
      }
      let sum = children.reduce(0) { $0 + $1[Grown.link(0)] }
      parent.override(Grown.double(1), with: Computed { _ in 7 })
      let last = children[count - 1][Grown.double(1)]
      children.removeFirst(count / 2)
      return unless(sum, is: count * (count - 1) / 2) ?? unless(last, is: 7)
    },
    ScopeWork("scopes in scopes, read at the end, written and overridden", depth: .any) {
      count, _ in
      let root = Scope()
      var scope = root
      for _ in 0..<count { scope = Scope(parent: scope) }
      scope[Grown.head] = 5
      let updater = Updater()
      var seen = 0
      updater.keepUpToDate { [unowned scope] in seen = scope[Grown.link(1)] }
      var problem = unless(seen, is: 6, "what the outermost has")
      root.override(Grown.head, with: Atom(7))
      problem = problem ?? unless(seen, is: 8, "what is overridden outermost")
      scope.override(Grown.head, with: Atom(9))
      problem = problem ?? unless(seen, is: 10, "what is overridden innermost")
      problem = problem ?? unless(scope.snapshot()[Grown.head], is: 9, "a snapshot")
      scope.override(Grown.atom) { Atom(-$0) }
      problem = problem ?? unless(scope[Grown.atom(3)], is: -3, "a family")
      return problem
    },
    ScopeWork("scopes in scopes, each with an override, each read", depth: .any) { count, _ in
      var scopes = [Scope()]
      for level in 1...count {
        scopes.append(
          Scope(parent: scopes[level - 1]) { $0.override(Grown.atom(level), with: Atom(level)) })
        // The nearest override is found directly.
        if scopes[level][Grown.atom(level)] != level { return "\(level)" }
      }
      return unless(scopes[count][Grown.head], is: 1)
    },
    ScopeWork("scopes made, used and released") { count, _ in
      for _ in 0..<count {
        let scope = Scope()
        scope[Grown.head] += 1
        if scope[Grown.link(0)] != 2 { return "a new scope has an old value" }
      }
      return nil
    },
  ]

  /// Snapshots and restores of a scope.
  static let snapshots = [
    ScopeWork("members in a snapshot, compared, restored and drawn") { count, scope, _, _ in
      for id in 0..<count { scope[Grown.atom(id)] = 1 }
      let before = scope.snapshot()
      for id in 0..<count { scope[Grown.atom(id)] = 2 }
      let changes = scope.snapshot().changes(since: before).count
      scope.restore(before)
      if scope.snapshot() != before { return "a snapshot was not restored" }
      let lines = before.graph.dot.count { $0 == "\n" } + before.graph.mermaid.count { $0 == "\n" }
      return unless(changes, is: count) ?? (lines > 2 * count ? nil : "the picture is too small")
    },
    ScopeWork("writes of members, each seen in the snapshot that is followed") {
      count, scope, _, _ in
      for id in 0..<count { scope[Grown.atom(id)] = 1 }
      let snapshots = scope.snapshots
      let updater = Updater()
      var last = snapshots.value
      var changes = 0
      updater.keepUpToDate {
        changes += snapshots.value.changes(since: last).count
        last = snapshots.value
      }
      // The first write makes the atoms of the second half: an atom that is only read may be
      // released again.
      for id in 0..<2 * count { scope[Grown.atom(id)] = 2 }
      return unless(changes, is: 2 * count)
    },
    ScopeWork("members in a snapshot that is encoded, decoded and restored") { count, scope, _, _ in
      for id in 0..<count { scope[Grown.coded(id)] = -id }
      guard let data = try? scope.snapshot().encoded() else { return "it cannot be encoded" }
      let other = Scope()
      for id in 0..<count / 2 { _ = other[Grown.coded(id)] }
      guard (try? other.restore(encoded: data)) != nil else { return "it cannot be restored" }
      for id in 0..<count where other[Grown.coded(id)] != -id { return "\(id) was lost" }
      return nil
    },
    ScopeWork("what follows from what, in a picture") { count, scope, _, _ in
      for id in 0..<count { _ = scope[Grown.double(id)] }
      _ = scope[Grown.sum(count)]
      let edges = scope.snapshot().graph.nodes.reduce(0) { $0 + $1.inputs.count }
      return edges >= count ? nil : "\(edges) edges"
    },
  ]
}
