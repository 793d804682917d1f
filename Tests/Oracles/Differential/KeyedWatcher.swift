import Upkeep
import UpkeepCollections

/// An effect that reads a pipeline, and a list that only the pipeline's edits change.
final class KeyedWatcher {
  private typealias Item = KeyedSources.Item

  private let updater = Updater()
  private let pipeline: KeyedPipeline
  private var runs = 0
  private var list: [Item] = []
  private var told: [CollectionEdits<Int, Item>] = []

  init(_ pipeline: KeyedPipeline, _ totals: KeyedTotals) {
    self.pipeline = pipeline
    updater.keepUpToDate { [unowned self] in
      _ = pipeline.property.value
      runs += 1
    }
    updater.keepUpToDate(dependencies: totals.all) {}
    updater.follow(pipeline.property) { [unowned self] edits in apply(edits) }
  }

  func begin() {
    runs = 0
    told = []
  }

  private func apply(_ edits: CollectionEdits<Int, Item>) {
    told.append(edits)
    for step in edits.steps {
      switch step {
      case .remove(let offset): list.remove(at: offset)
      case .insert(let item, let offset): list.insert(item, at: offset)
      case .update(let item, let offset): list[offset] = item
      }
    }
  }

  /// - Returns: the first difference from the expected state after a turn; nil if there is none.
  func difference(from old: [KeyedSources.Item], to new: [KeyedSources.Item]) -> String? {
    let expected = old == new ? 0 : 1
    if runs != expected { return "woke an effect \(runs) times, not \(expected)" }
    if told.count != expected { return "told \(told.count) times, not \(expected)" }
    if list != new { return "has the list \(list), not \(new)" }
    guard let edits = told.first else { return nil }
    if edits.updates.contains(where: { edits.old[$0].id != edits.new[$1].id }) {
      return "has updates of other elements"
    }
    let (before, after) = (Set(old.map(\.id)), Set(new.map(\.id)))
    let was = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let counts = [
      edits.removals.count, edits.insertions.count, edits.updates.count, edits.moves.count,
    ]
    let least = [
      before.subtracting(after).count, after.subtracting(before).count,
      new.filter { was[$0.id].map { [item = $0] in item != $0 } ?? false }.count,
      fewestMoves(
        from: old.map(\.id).filter(after.contains), to: new.map(\.id).filter(before.contains)),
    ]
    return counts == least ? nil : "has \(counts) edits, not \(least), from \(old) to \(new)"
  }

  private func fewestMoves(from old: [Int], to new: [Int]) -> Int {
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    var longest: [Int] = []
    for (index, id) in new.enumerated() {
      let place = places[id] ?? 0
      let before =
        (0..<index).filter { (places[new[$0]] ?? 0) < place }.map { longest[$0] }.max() ?? 0
      longest.append(before + 1)
    }
    return new.count - (longest.max() ?? 0)
  }
}

/// All kinds of values that summarize the elements of a pipeline.
struct KeyedTotals {
  private typealias Item = KeyedSources.Item

  private(set) var all: [UntypedProperty] = []
  /// For each total the difference from the total of a plain array; nil if there is none.
  private var differences: [([Item]) -> String?] = []

  init(_ pipeline: KeyedPipeline) {
    let rows = pipeline.property
    add(rows.count()) { $0.count }
    add(rows.sum { $0.cost + $0.bonus.value.value }) { Self.worth($0) }
    add(rows.fold(0, adding: { $0 + $1.cost * $1.id }, removing: { $0 - $1.cost * $1.id })) {
      $0.reduce(0) { $0 + $1.cost * $1.id }
    }
    add(rows.average { Double($0.cost) }) { $0.isEmpty ? nil : Self.mean($0) }
    add(rows.min { $0.cost < $1.cost }) { $0.min { $0.cost < $1.cost } }
    add(rows.max { $0.cost < $1.cost }) { $0.max { $0.cost < $1.cost } }
    add(rows.combined({ "\($0.id)" }, with: { $0 + $1 })) {
      $0.isEmpty ? nil : $0.map { "\($0.id)" }.joined()
    }
    let sums = rows.sum(of: { $0.cost + $0.bonus.value.value }, by: { $0.group })
    add(sums, as: { ($0.ids, Array($0)) }) {
      let groups = Self.groups($0)
      return (groups.map { $0[0].group }, groups.map(Self.worth))
    }
    add(rows.combined({ "\($0.id)," }, with: { $0 + $1 }, by: { $0.group }), as: { Array($0) }) {
      Self.groups($0).map { $0.map { "\($0.id)," }.joined() }
    }
    add(rows.average(of: { Double($0.cost) }, by: { $0.group }), as: { Array($0) }) {
      Self.groups($0).map(Self.mean)
    }
    add(rows.grouped { $0.group }, as: { $0.map { Array($0.elements) } }) { Self.groups($0) }
    add(rows.flatMap(id: \.self, Self.texts), as: { Array($0) }) { $0.flatMap(Self.texts) }
    add(rows.element(3)) { $0.last { $0.id == 3 } }
    add(rows.rank(of: 3)) { $0.lastIndex { $0.id == 3 } }
  }

  private mutating func add<Value>(
    _ property: Property<Value>, _ expected: @escaping ([Item]) -> Value
  ) { add(property, as: { $0 }, expected) }

  private mutating func add<Value, Shown>(
    _ property: Property<Value>, as shown: @escaping (Value) -> Shown,
    _ expected: @escaping ([Item]) -> Shown
  ) {
    all.append(property)
    differences.append { items in
      let (found, expected) = ("\(shown(property.value))", "\(expected(items))")
      return found == expected ? nil : "has the total \(found), not \(expected)"
    }
  }

  func difference(from items: [KeyedSources.Item]) -> String? {
    differences.lazy.compactMap { $0(items) }.first
  }

  // MARK: - Plain arrays

  private static func worth(_ items: [Item]) -> Int {
    items.reduce(0) { $0 + $1.cost + $1.bonus.value.peek() }
  }

  private static func mean(_ items: [Item]) -> Double {
    Double(items.reduce(0) { $0 + $1.cost }) / Double(items.count)
  }

  /// The elements by group, in the order in which the groups begin.
  private static func groups(_ items: [Item]) -> [[Item]] {
    var keys: [Int] = []
    for item in items where !keys.contains(item.group) { keys.append(item.group) }
    return keys.map { key in items.filter { $0.group == key } }
  }

  /// Texts of an element, no two of which are equal.
  private static func texts(of item: Item) -> [String] { ["\(item.id)", "\(item.cost)!"] }
}
