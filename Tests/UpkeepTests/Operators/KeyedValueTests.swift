import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C1: every operator shows what plain arrays come to.
@Suite(.leavesNothing) struct KeyedValueTests {
  /// Every operator over a collection, each with what it is compared with.
  private struct Operators {
    let items = KeyedItems([])
    let people = KeyedItems([])
    let isDescending = StoredProperty(false)
    let range = StoredProperty(1..<4)
    let array = StoredProperty<[KeyedItem]>([])
    private(set) var checks:
      [(name: String, isSame: (_ items: [KeyedItem], _ people: [KeyedItem]) -> Bool)] = []

    init() {
      addRows()
      addOrders()
      addGroups()
      addPairs()
      addTotals()
      addElements()
    }

    /// The operators that do not show what they should.
    func wrong(_ model: [KeyedItem], _ people: [KeyedItem]) -> [String] {
      checks.filter { !$0.isSame(model, people) }.map(\.name)
    }

    private mutating func add(
      _ name: String, _ isSame: @escaping (_ items: [KeyedItem], _ people: [KeyedItem]) -> Bool
    ) {
      checks.append((name, isSame))
    }

    private mutating func addRows() {
      let even = items.filter { $0.cost % 2 == 0 }
      let costs = items.map { $0.cost * 10 }
      let odd = items.compactMap { $0.cost % 2 == 1 ? $0.cost : nil }
      let lists = items.flatMap(id: { (number: Int) in number }) { 0..<$0.cost }
      let keyed = array.keyed(by: \.id)
      add("source") { [items] model, _ in Array(items.value) == model }
      add("filter") { model, _ in Array(even.value) == model.filter { $0.cost % 2 == 0 } }
      add("map") { model, _ in Array(costs.value) == model.map { $0.cost * 10 } }
      add("compactMap") { model, _ in
        Array(odd.value) == model.map(\.cost).filter { $0 % 2 == 1 }
      }
      add("flatMap") { model, _ in Array(lists.value) == model.flatMap { 0..<$0.cost } }
      add("keyed(by:)") { [array] model, _ in
        array.value = model
        return Array(keyed.value) == model
      }
    }

    private mutating func addOrders() {
      let byCost = items.sorted { $0.cost < $1.cost }
      let byKey = items.sorted(on: { $0.cost })
      let byOrder = items.sorted(by: isDescending) { $0 ? $1.cost > $2.cost : $1.cost < $2.cost }
      let page = byCost.window(range)
      add("sorted(by:)") { model, _ in Array(byCost.value) == model.sorted { $0.cost < $1.cost } }
      add("sorted(on:)") { model, _ in Array(byKey.value) == model.sorted { $0.cost < $1.cost } }
      add("sorted(by: order)") { [isDescending] model, _ in
        let isDescending = isDescending.peek()
        return Array(byOrder.value)
          == model.sorted { isDescending ? $0.cost > $1.cost : $0.cost < $1.cost }
      }
      add("window") { [range] model, _ in
        let range = range.peek().clamped(to: 0..<model.count)
        return Array(page.value) == Array(model.sorted { $0.cost < $1.cost }[range])
      }
    }

    private mutating func addGroups() {
      let groups = items.grouped { $0.group }
      let firsts = items.distinct { $0.group }
      let sums = items.sum(of: \.cost, by: \.group)
      let averages = items.average(of: { Double($0.cost) }, by: \.group)
      let texts = items.combined({ "\($0.cost)" }, with: +, by: \.group)
      func membersByGroup(_ model: [KeyedItem]) -> [[KeyedItem]] {
        var keys: [Int] = []
        for item in model where !keys.contains(item.group) { keys.append(item.group) }
        return keys.map { key in model.filter { $0.group == key } }
      }
      add("grouped") { model, _ in
        groups.value.map { Array($0.elements) } == membersByGroup(model)
          && groups.value.map(\.key) == membersByGroup(model).map { $0[0].group }
      }
      add("sum(of:by:)") { model, _ in
        Array(sums.value) == membersByGroup(model).map { $0.reduce(0) { $0 + $1.cost } }
          && sums.value.ids == groups.value.ids
      }
      add("average(of:by:)") { model, _ in
        Array(averages.value)
          == membersByGroup(model).map { Double($0.reduce(0) { $0 + $1.cost }) / Double($0.count) }
      }
      add("combined(_:with:by:)") { model, _ in
        Array(texts.value) == membersByGroup(model).map { $0.map { "\($0.cost)" }.joined() }
          && model.allSatisfy { texts.value[id: $0.group] != nil }
      }
      add("distinct") { model, _ in
        var seen: Set<Int> = []
        return Array(firsts.value) == model.filter { seen.insert($0.group).inserted }
      }
    }

    private mutating func addPairs() {
      let inner = items.joined(with: people, on: { $0.cost }) { [$0.id, $1.group] }
      let left = items.leftJoined(with: people, on: { $0.cost }) { [$0.id, $1?.group ?? -1] }
      let merged = items.merged(with: people)
      func joined(_ model: [KeyedItem], _ people: [KeyedItem]) -> [[Int]] {
        model.map { item in
          [item.id, people.first { $0.id == item.cost }?.group ?? -1]
        }
      }
      add("joined") { model, people in
        Array(inner.value) == joined(model, people).filter { $0[1] >= 0 }
      }
      add("leftJoined") { model, people in Array(left.value) == joined(model, people) }
      add("merged") { model, people in
        let ids = Set(model.map(\.id))
        return Array(merged.value) == model + people.filter { !ids.contains($0.id) }
      }
    }

    private mutating func addTotals() {
      let fold = items.fold(0, adding: { $0 + $1.cost }, removing: { $0 - $1.cost })
      let text = items.combined({ "\($0.cost)" }, with: +)
      let count = items.count()
      let sum = items.sum { $0.cost }
      let average = items.average { Double($0.cost) }
      let least = items.min { $0.cost < $1.cost }
      let greatest = items.max { $0.cost < $1.cost }
      add("fold") { model, _ in fold.value == model.reduce(0) { $0 + $1.cost } }
      add("combined") { model, _ in
        text.value == (model.isEmpty ? nil : model.map { "\($0.cost)" }.joined())
      }
      add("count") { model, _ in count.value == model.count }
      add("sum") { model, _ in sum.value == model.reduce(0) { $0 + $1.cost } }
      add("average") { model, _ in
        let sum = model.reduce(0) { $0 + $1.cost }
        return average.value == (model.isEmpty ? nil : Double(sum) / Double(model.count))
      }
      add("min") { model, _ in least.value == model.min { $0.cost < $1.cost } }
      add("max") { model, _ in
        let cost = model.map(\.cost).max()
        return greatest.value == model.first { $0.cost == cost }
      }
    }

    private mutating func addElements() {
      let element = items.element(3)
      let rank = items.sorted { $0.cost < $1.cost }.rank(of: 3)
      add("element") { model, _ in element.value == model.first { $0.id == 3 } }
      add("rank") { model, _ in
        rank.value == model.sorted { $0.cost < $1.cost }.firstIndex { $0.id == 3 }
      }
    }
  }

  /// Some people, of which other collections are made pairs.
  private static func changePeople(
    _ operators: Operators, _ people: inout [KeyedItem], _ random: inout SplitMix64
  ) {
    if random.chance(30) { KeyedEdit.random(of: operators.people, &people, &random) }
    if random.chance(10) { operators.isDescending.value.toggle() }
    if random.chance(20) {
      let start = random.below(5)
      operators.range.value = start..<start + random.below(5)
    }
  }

  enum Turn: CaseIterable, Sendable {
    case edit, watchedEdit, batch, undoneTransaction
  }

  @Test(arguments: 1...UInt64(amount(4, long: 40)), Turn.allCases)
  func `law C1: every operator shows what arrays come to after every edit`(
    seed: UInt64, turn: Turn
  ) {
    var random = SplitMix64(seed: seed)
    let operators = Operators()
    var (model, people): ([KeyedItem], [KeyedItem]) = ([], [])
    func check(_ model: [KeyedItem], _ people: [KeyedItem], chance: Int = 100) {
      if random.chance(chance) { #expect(operators.wrong(model, people) == []) }
    }
    func edit(_ model: inout [KeyedItem], _ people: inout [KeyedItem]) {
      Self.changePeople(operators, &people, &random)
      KeyedEdit.random(of: operators.items, &model, &random)
    }
    let updater = Updater()
    var wrong: [String] = []
    let token =
      turn == .watchedEdit
      ? updater.keepUpToDate {
        wrong += operators.wrong(Array(operators.items.value), Array(operators.people.value))
      } : nil
    for _ in 0..<(turn == .edit || turn == .watchedEdit ? 100 : 30) {
      if turn == .batch {
        batch {
          for _ in 0..<4 {
            edit(&model, &people)
            check(model, people, chance: 70)
          }
        }
      }
      if turn == .undoneTransaction {
        check(model, people, chance: 70)
        var (changed, changedPeople) = (model, people)
        try? transaction {
          for _ in 0..<3 {
            edit(&changed, &changedPeople)
            check(changed, changedPeople, chance: 70)
          }
          throw Refusal()
        }
        check(model, people, chance: 70)
      }
      edit(&model, &people)
      check(model, people)
    }
    #expect(wrong == [])
    token?.cancel()
    #expect(Graph.violations(around: [operators.items, operators.people]) == [])
  }

  // MARK: - Numbers with rounding

  private struct Weight: Identifiable, Equatable {
    let id: Int
    var number: Double
  }

  @Test func `law C1: sums of floating-point numbers do not drift`() {
    let count = 1_000
    let weights = StoredCollection((0..<count).map { Weight(id: $0, number: 0.1) })
    let sum = weights.sum { $0.number }
    let average = weights.average { $0.number }
    let (first, firstAverage) = (sum.value, average.value)
    var random = SplitMix64(seed: 1)
    for step in 0..<amount(2_000, long: 1_000_000) {
      let number = Double(random.below(1 << 40)) * (step % 2 == 0 ? 1e5 : 1e-15)
      weights.update(random.below(count)) { $0.number = number }
      _ = (sum.value, average.value)
    }
    batch { for id in 0..<count { weights.update(id) { $0.number = 0.1 } } }
    #expect(sum.value == first && average.value == firstAverage)
  }

  @Test func `law C1: an element that is edited and edited back leaves the sums as they were`() {
    let weights = StoredCollection(
      (0..<20).map { Weight(id: $0, number: $0 == 0 ? 0x1p53 : $0 < 16 ? 0 : 1) })
    let all = weights.sum { $0.number }
    let sums = weights.sum(of: \.number, by: { _ in 0 })
    _ = (all.value, sums.value)
    for id in 1...4 {
      weights.remove(id)
      _ = (all.value, sums.value)
    }
    let (first, firstOfGroup) = (all.value, sums.value[0])
    for number in [2.0, 1.0] {
      weights.update(19) { $0.number = number }
      _ = (all.value, sums.value)
    }
    #expect(all.value == first && sums.value[0] == firstOfGroup)
  }

  @Test func `law C1: a sum is off by some roundings for each level, not by one for each element`()
  {
    let count = amount(10_000, long: 1_000_000)
    let weights = StoredCollection((0..<count).map { Weight(id: $0, number: 0.1) })
    let sum = weights.sum { $0.number }
    var random = SplitMix64(seed: 2)
    for _ in 0..<1_000 {
      let id = random.below(count)
      weights.remove(id)
      weights.insert(Weight(id: id, number: 0.1), at: random.below(count))
      _ = sum.value
    }
    // Nodes of 16, each summed from left to right.
    let levels = (1...).first { count < 1 << ($0 * 3) } ?? 0
    let bound = Double(levels * 16) * 0x1p-53
    #expect(abs(sum.value / (0.1 * Double(count)) - 1) <= bound)
  }
}
