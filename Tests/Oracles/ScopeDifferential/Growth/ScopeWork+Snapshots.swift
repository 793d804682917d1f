import Differential
import Upkeep
import UpkeepScope

extension ScopeWork {
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
