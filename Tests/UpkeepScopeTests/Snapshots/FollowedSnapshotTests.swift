import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// `scope.snapshots`: a property whose value is the scope's snapshot.
@MainActor @Suite struct FollowedSnapshotTests {
  private let scope = Scope()
  private let updater = Updater()

  private enum Shop {
    static let items = Atom<[String]>([], name: "items")
    static let rate = Atom(2, name: "rate")
    static let note = Family { (id: Int) in Atom("", name: "note") }
    static let total = Computed(name: "total") { get in get(items).count * get(rate) }
    static let choice = Computed(name: "choice") { get in get(rate) > 2 ? get(total) : 0 }
    static let page = Resource(name: "page") { get in try await get(later) + get(rate) }
    static let later = Resource(name: "later") { _ in await slowly(1) }
  }

  /// An effect that collects the changes between the snapshots that it sees.
  private final class Watcher {
    private(set) var seen: [String] = []
    private let updater = Updater()

    init(_ snapshots: Property<Snapshot>) {
      var last = snapshots.peek()
      updater.keepUpToDate { [unowned self] in
        let now = snapshots.value
        seen += now.changes(since: last).map(\.description)
        last = now
      }
    }
  }

  /// The number of runs of an effect on a scope's snapshots, without the first run.
  private func changes(of scope: Scope, _ body: () -> Void) -> Int {
    let snapshots = scope.snapshots
    var runs = -1
    updater.keepUpToDate {
      _ = snapshots.value
      runs += 1
    }
    body()
    return runs
  }

  @Test func `the first write of an atom that was never read is one change`() {
    let writes: [(Scope) -> Void] = [
      { $0[Shop.rate] = 3 }, { scope in batch { scope[Shop.rate] = 3 } },
      { scope in transaction { scope[Shop.rate] = 3 } }, { $0[Shop.items].append("tea") },
      { $0.modify(Shop.rate) { $0 += 1 } }, { $0[Shop.note(1)] = "first" },
      { $0.reset(Shop.rate) }, { $0.bound(Shop.rate).value = 3 }, { $0[Shop.later] = .value(3) },
    ]
    for (index, write) in writes.enumerated() {
      let scope = Scope()
      #expect(changes(of: scope) { write(scope) } == 1, "write \(index)")
      let parent = Scope()
      let child = Scope(parent: parent)
      #expect(changes(of: child) { write(parent) } == 1, "write \(index) in a parent")
    }
  }

  @Test
  func `the first read of an atom is no change, and the first read of a computed value is one`() {
    #expect(
      changes(of: scope) {
        _ = scope[Shop.rate]
        batch { _ = scope[Shop.note(1)] }
        Updater().keepUpToDate { _ = scope[Shop.items] }
      } == 0)
    let other = Scope()
    #expect(changes(of: other) { _ = other[Shop.total] } == 1)
    #expect(other.snapshots.value.graph == other.snapshot().graph)
    let effect = Updater()
    let third = Scope()
    #expect(changes(of: third) { effect.keepUpToDate { _ = third[Shop.choice] } } == 1)
  }

  @Test func `each written or released atom is a change`() {
    let scope = Scope { $0[Shop.rate] = 3 }
    let watcher = Watcher(scope.snapshots)
    scope[Shop.rate] = 4
    scope[Shop.rate] = 4
    scope.modify(Shop.rate) { $0 += 1 }
    batch { scope[Shop.items].append("tea") }
    _ = scope[Shop.note(1)]
    scope.reset(Shop.rate)
    #expect(
      watcher.seen == [
        "rate: 3 -> 4", "rate: 4 -> 5", "items: nothing -> [\"tea\"]", "note(1): nothing -> ",
        "rate: 5 -> 2",
      ])
    let first = scope.snapshots.value
    let other = Scope(clock: ManualClock())
    other.restore(first)
    #expect(other.snapshots.value == first)
  }

  @Test func `an effect that reads an atom and the snapshot sees the same in both`() {
    let snapshots = scope.snapshots
    var seen: [[Int?]] = []
    scope[Shop.rate] = 3
    updater.keepUpToDate { seen.append([scope[Shop.rate], snapshots.value[Shop.rate]]) }
    updater.keepUpToDate { seen.append([snapshots.value[Shop.rate], scope[Shop.rate]]) }
    scope[Shop.rate] = 4
    scope[Shop.rate] += 1
    scope.modify(Shop.rate) { $0 += 1 }
    scope.reset(Shop.rate)
    #expect(seen == [3, 3, 4, 4, 5, 5, 6, 6, 2, 2].map { [$0, $0] })
  }

  @Test func `several changes in a batch are seen once, and a change without effect is not seen`() {
    scope[Shop.rate] = 3
    let snapshots = scope.snapshots
    func changeCount() -> Int {
      changes(of: scope) {
        batch {
          scope[Shop.rate] = 4
          scope[Shop.items] = []
          scope[Shop.rate] = 5
          #expect(snapshots.value[Shop.rate] == 5)
          scope[Shop.rate] = 6
        }
      }
    }
    #expect([changeCount(), changeCount()] as [Int] == [1, 0])
    #expect((snapshots.value[Shop.rate], snapshots.value) == (6, scope.snapshot()))
  }

  @Test func `a rollback restores the earlier snapshot, even if the transaction has read it`() {
    let scope = Scope { $0[Shop.rate] = 3 }
    let snapshots = scope.snapshots
    let watcher = Watcher(snapshots)
    let before = snapshots.value
    var made: Property<Snapshot>?
    undone {
      scope[Shop.rate] = 4
      #expect(snapshots.value[Shop.rate] == 4)
      undone {
        scope[Shop.rate] = 5
        #expect(snapshots.value[Shop.rate] == 5)
      }
      #expect(snapshots.value[Shop.rate] == 4)
    }
    #expect((snapshots.value, watcher.seen) == (before, []))
    #expect(snapshots.value[Shop.rate] == 3)
    let other = Scope { $0[Shop.rate] = 3 }
    undone {
      other[Shop.rate] = 4
      made = other.snapshots
      #expect(made?.value[Shop.rate] == 4)
    }
    #expect(made?.value[Shop.rate] == 3)
    transaction { other[Shop.rate] = 8 }
    #expect(made?.value[Shop.rate] == 8)
  }

  @Test func `a look at snapshots computes nothing, begins no load, keeps nothing alive`() async {
    let (runs, loads) = (Tally(), Tally())
    let counted = Computed(name: "counted") { get in
      runs.next()
      return get(Shop.note(1)).count
    }
    let loaded = Resource(name: "loaded") { get in
      loads.next()
      return await slowly(get(Shop.rate))
    }
    let snapshots = scope.snapshots
    updater.keepUpToDate { _ = snapshots.value }
    _ = scope.property(counted)
    _ = scope.property(loaded)
    await scope.settle()
    _ = scope.snapshot().graph.dot
    #expect((runs.count, loads.count) == (0, 0))
    let token = updater.keepUpToDate { _ = scope[counted] }
    #expect(picture(snapshots.value.graph) == "counted<note(1) note(1)")
    token.cancel()
    #expect((picture(snapshots.value.graph), runs.count) == ("", 1))
  }

  @Test func `the graph of a snapshot is that at the end of the turn`() async throws {
    let scope = Scope { $0[Shop.rate] = 2 }
    let snapshots = scope.snapshots
    var pictures: [String] = []
    updater.keepUpToDate { pictures.append(picture(snapshots.value.graph)) }
    let other = Updater()
    other.keepUpToDate { _ = scope[Shop.choice] }
    scope[Shop.rate] = 3
    scope[Shop.rate] = 4
    #expect(
      pictures == [
        "rate", "choice<rate rate", "choice<rate rate",
        "choice<rate choice<total items rate total<items total<rate",
        "choice<rate choice<total items rate total<items total<rate",
      ])
    #expect(snapshots.value.graph == scope.snapshot().graph)
    let probe = RenderProbe(scope) { $0[Shop.page].value }
    #expect(snapshots.value.graph == scope.snapshot().graph)
    await scope.settle()
    #expect((probe.frames.last, snapshots.value.graph) == (5, scope.snapshot().graph))
  }

  /// Each node with its inputs.
  private func picture(_ graph: DefinitionGraph) -> String {
    graph.nodes.flatMap { node in
      let inputs = node.inputs.map { graph.nodes[$0].name }
      return inputs.isEmpty ? [node.name] : inputs.map { "\(node.name)<\($0)" }
    }.joined(separator: " ")
  }

  @Test func `a child's snapshots show shared values and not overridden ones`() {
    let root = Scope {
      $0[Shop.items] = ["tea"]
      $0[Shop.rate] = 3
    }
    let child = Scope(parent: root)
    let watcher = Watcher(child.snapshots)
    root[Shop.rate] = 4
    child.override(Shop.rate, with: Atom(9))
    #expect(child[Shop.rate] == 9)
    root[Shop.rate] = 5
    child[Shop.items] = []
    child[Shop.rate] = 10
    #expect(
      watcher.seen == [
        "rate: 3 -> 4", "rate: 4 -> nothing", "items: [\"tea\"] -> []", "rate: nothing -> 10",
      ])
    #expect(child.snapshots.value == child.snapshot())
    #expect([root, child].map { $0.snapshots.value[Shop.rate] } == [5, 10])
  }

  @Test func `a change calls == only for changed values`() {
    let tally = Tally()
    struct Counted: Equatable {
      let number: Int
      let tally: Tally

      static func == (left: Counted, right: Counted) -> Bool {
        left.tally.next()
        return left.number == right.number
      }
    }
    let cell = Family { (id: Int) in Atom(Counted(number: 0, tally: tally), name: "cell") }
    for id in 0..<2_000 { scope[cell(id)] = Counted(number: id, tally: tally) }
    let watcher = Watcher(scope.snapshots)
    let before = tally.count
    scope[cell(7)] = Counted(number: -1, tally: tally)
    #expect(tally.count - before < 10)
    #expect(watcher.seen.map { $0.prefix(7) } == ["cell(7)"])
  }

  @Test func `released snapshots leave nothing`() {
    for id in 0..<10 { scope[Shop.note(id)] = "\(id)" }
    withNodeCount { count in
      let start = count()
      do {
        let snapshots = scope.snapshots
        #expect(snapshots.value.atomNames.count == 10)
        scope[Shop.note(3)] = "three"
        #expect(snapshots.value[Shop.note(3)] == "three")
      }
      scope[Shop.note(3)] = "3"
      // The count may fall: the next turn of the main actor frees nodes that other tests dropped
      // elsewhere.
      let end = count()
      #expect(end.nodes <= start.nodes && end.edges <= start.edges)
    }
  }

  @Test func `a followed snapshot equals a new snapshot after any change`() {
    for seed in 0..<UInt64(amount(8, long: 100)) {
      var random = SplitMix64(seed: seed)
      let members = Family { (id: Int) in Atom(lifetime: .lru(2), name: "member") { id } }
      let sums = Family { (id: Int) in
        Computed(name: "sum") { get in
          let first = get(members(id))
          return first % 2 == 0 ? first + get(members(id + 1)) : first
        }
      }
      let root = Scope()
      let child = Scope(parent: root)
      let scopes = [root, child]
      let followed = [root.snapshots, child.snapshots]
      var updaters = [Updater(), Updater()]
      for _ in 0..<120 {
        func draw(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        let (place, id) = (draw(2), draw(6))
        let scope = scopes[place]
        switch draw(9) {
        case 0, 1: scope[members(id)] = draw(4)
        case 2: _ = scope[members(id)]
        case 3: _ = scope[sums(id)]
        case 4: updaters[place].keepUpToDate { _ = scope[sums(id)] }
        case 5: updaters[place] = Updater()
        case 6: child.override(members(id), with: Atom(id * 10, name: "member"))
        case 7:
          undone {
            scope[members(id)] += 1
            _ = (followed[place].value, scope[sums(id)])
          }
        default:
          batch {
            scope[members(id)] += 1
            _ = followed[1 - place].value
            scope.reset(members(id + 1))
          }
        }
        for (property, scope) in zip(followed, scopes) {
          let (found, wanted) = (property.value, scope.snapshot())
          #expect(found.changes(since: wanted).map(\.description) == [], "seed \(seed)")
          #expect(found.atomNames == wanted.atomNames)
          #expect(found.graph == wanted.graph, "seed \(seed)")
        }
      }
    }
  }
}
