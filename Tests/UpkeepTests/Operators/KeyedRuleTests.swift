import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C8 for the change rules of elements.
@Suite(.leavesNothing) struct KeyedRuleTests {
  let updater = scopedUpdater()

  /// Counts the changes of a collection, of values derived from it, and of one of its elements.
  private final class Followers {
    var log: [String: Int] = [:]
    var updates = 0

    init(_ items: KeyedItems, _ updater: Updater) {
      let all: [(String, UntypedProperty)] = [
        ("source", items), ("filter", items.filter { $0.cost >= 0 }),
        ("sorted", items.sorted { $0.id > $1.id }), ("sorted(on:)", items.sorted(on: { -$0.id })),
        ("window", items.window(0..<9)), ("merged", items.merged(with: KeyedItems([]))),
        ("grouped", items.grouped { $0.group }), ("distinct", items.distinct { $0.id }),
        ("chain", items.filter { $0.id >= 0 }.sorted { $0.id > $1.id }.window(0..<9)),
        ("element", items.element(1)), ("last", items.filter { $0.id >= 0 }.element(1)),
      ]
      for (name, property) in all {
        updater.keepUpToDate(dependencies: [property]) { [unowned self] in
          log[name, default: 0] += 1
        }
      }
      updater.follow(items.filter { $0.id >= 0 }.sorted(on: { $0.id })) { [unowned self] edits in
        updates += edits.updates.count
        log["follow", default: 0] += 1
      }
    }

    /// The number of runs of each follower since the last `take`; nil if the numbers differ.
    func take() -> Int? {
      defer { log = [:] }
      if log.isEmpty { return 0 }
      return log.count == 12 && Set(log.values).count == 1 ? log.values.first : nil
    }
  }

  private func make(
    _ rule: @autoclosure @Sendable () -> ChangeRule<KeyedItem>?
  ) -> (KeyedItems, Followers) {
    let items = KeyedItems(KeyedItem.items(4), changes: rule())
    let followers = Followers(items, updater)
    #expect(followers.take() == 1)
    return (items, followers)
  }

  @Test(arguments: [false, true])
  func `law C8: by the rule of every write alone an equal element is a change`(isAlways: Bool) {
    let (items, followers) = isAlways ? make(.always) : make(nil)
    items.update(1) { $0.cost = 1 }
    #expect(followers.take() == (isAlways ? 1 : 0))
    items.update(1) { $0.cost = 2 }
    #expect((followers.take(), followers.updates) == (1, isAlways ? 2 : 1))
  }

  @Test func `law C8: by the rule of no write the first element stays, everywhere`() {
    let (items, followers) = make(.never)
    items.update(1) { $0.cost = 100 }
    items[1] = KeyedItem(id: 1, group: 2, cost: 200)
    items.replaceAll(with: KeyedItem.items(4).map { KeyedItem(id: $0.id, cost: 50) })
    #expect((followers.take(), Array(items.value)) == (0, KeyedItem.items(4)))
    items.append(KeyedItem(id: 4))
    items.remove(4)
    #expect(items.value.count == 4)
  }

  @Test func `law C8: by a tolerance small steps are no change, and do not add up`() {
    let (items, followers) = make(ChangeRule { abs($0.cost - $1.cost) > 10 })
    for cost in 2...11 { items.update(1) { $0.cost = cost } }
    items.replaceAll(with: KeyedItem.items(4).map { KeyedItem(id: $0.id, cost: $0.cost + 5) })
    #expect((followers.take(), items.value[id: 1]?.cost) == (0, 1))
    items.update(1) { $0.cost = 12 }
    #expect((followers.take(), followers.updates) == (1, 1))
    items.update(1) { $0.cost = 3 }
    #expect(followers.take() == 0 && items.value[id: 1]?.cost == 12)
    batch {
      items.remove(1)
      items.insert(KeyedItem(id: 1, group: 1, cost: 15), at: 1)
    }
    #expect(followers.take() == 0)
  }

  @Test func `law C8: the results of a closure have a rule of their own`() {
    let items = KeyedItems(KeyedItem.items(4))
    let rough = items.map(changes: ChangeRule { abs($0 - $1) > 10 }) { $0.cost }
    let always = items.map(changes: .always) { $0.cost / 100 }
    let array = StoredProperty(KeyedItem.items(4))
    let keyed = array.keyed(by: \.id, changes: ChangeRule { abs($0.cost - $1.cost) > 10 })
    var runs = [0, 0, 0]
    updater.keepUpToDate(dependencies: [rough]) { runs[0] += 1 }
    updater.keepUpToDate(dependencies: [always]) { runs[1] += 1 }
    updater.keepUpToDate(dependencies: [keyed]) { runs[2] += 1 }
    items.update(1) { $0.cost = 5 }
    array.value[1].cost = 5
    #expect(runs == [1, 2, 1] && Array(rough.value) == [0, 1, 2, 3])
    items.update(1) { $0.cost = 50 }
    array.value[1].cost = 50
    #expect(runs == [2, 3, 2] && Array(rough.value) == [0, 50, 2, 3])
    #expect(keyed.value[id: 1]?.cost == 50)
  }

  @Test func `law C8: elements that cannot be compared change with every write`() {
    struct Opaque { let id: Int }
    let all = StoredCollection([Opaque(id: 1), Opaque(id: 2)], id: \.id)
    let shown = all.filter { $0.id > 0 }.sorted { $0.id > $1.id }
    let seen = Seen { shown.value.map(\.id) }
    all[1] = Opaque(id: 1)
    #expect(seen.values == [[2, 1], [2, 1]])
    for index in [0, 1] { all.move(1, to: index) }
    #expect(seen.values.count == 2)
  }
}
