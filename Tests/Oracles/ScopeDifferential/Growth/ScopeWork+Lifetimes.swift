import Differential
import Upkeep
import UpkeepScope

extension Grown {
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
