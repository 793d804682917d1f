package import Upkeep
import UpkeepCollections

/// Random pipelines over random collections, compared with plain arrays after every step.
///
/// A step edits the collections or the parameters. The comparison covers the values, the runs of
/// effects, the calls of closures, and the edits that a follower receives.
package enum KeyedScript: SeededScript {
  package static let subject = "keyed collections"
  package static let length = 40
  package static let batch: UInt64 = 50

  package static var misuseHandler: ((Misuse) -> Void)? {
    { misuse in if misuse.kind != "duplicateIdentity" { print(misuse) } }
  }

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    KeyedPlay(seed).run(seed, steps)
  }
}

/// One script: its sources, the pipelines over them, and the watchers.
private final class KeyedPlay {
  private typealias Item = KeyedSources.Item

  private let sources = KeyedSources()
  private let pipelines: [KeyedPipeline]
  private let totals: [KeyedTotals]
  private var watchers: [KeyedWatcher?]
  private var random: SplitMix64
  /// The number of identities: in some scripts enough for a tree of several nodes.
  private let identities: Int
  /// Whether edits of many rows are frequent.
  private let isLarge: Bool
  /// The latest values of the first collection and of a pipeline; nil if a script keeps none.
  private var kept: [KeyedVersions]?
  private var trail: [String] = []
  /// Whether the step has read in its middle, so that closures may be called more often.
  private var hasRead = false
  private var isOneEdit = false
  /// Whether closures may have been called for elements that were restored: the next change repeats
  /// the calls.
  private var mayOweCalls = false
  /// The first difference found in the middle of a step.
  private var found: String?

  init(_ seed: UInt64) {
    random = SplitMix64(seed: seed)
    let sources = sources
    let count = random.below(9)
    // Enough rows for shares of them to differ by a row.
    let isHuge = seed % 8 == 2
    isLarge = isHuge || seed % 8 == 6
    identities = isHuge ? 160 : isLarge ? 60 : 12
    kept = seed % 16 < 8 ? [KeyedVersions(), KeyedVersions()] : nil
    for id in 0..<(isHuge ? 110 : isLarge ? 40 : count) {
      sources.items.append(
        Item(id: id, group: id % 3, cost: id % 4, bonus: sources.bonuses[id % 12]))
    }
    for id in 0..<random.below(4) {
      sources.others.append(Item(id: id, group: id, cost: id, bonus: sources.bonuses[id]))
    }
    var pipelines: [KeyedPipeline] = []
    for _ in 0..<2 + random.below(3) { pipelines.append(KeyedPipeline(sources, &random)) }
    self.pipelines = pipelines
    totals = pipelines.map { KeyedTotals($0) }
    watchers = pipelines.map { _ in nil }
  }

  func run(_ seed: UInt64, _ steps: [Int]) -> String? {
    for step in steps {
      random = SplitMix64(seed: seed &* 1_000 &+ UInt64(step))
      trail = []
      hasRead = false
      if random.chance(20) { toggleWatcher() }
      let before = Before(self)
      let isUndone = change()
      mayOweCalls = mayOweCalls || hasRead
      if let found = found ?? difference(from: before, isUndone: isUndone) {
        return "step \(step): \(found) after \(trail)"
      }
      if let found = differenceInKept(SplitMix64(seed: UInt64(step))) {
        return "step \(step): \(found) after \(trail)"
      }
      if !hasRead, !isUndone, before.items != Array(sources.items.peek()) { mayOweCalls = false }
      if step % 8 == 0, let found = Inspection.violations(around: sources.owners).first {
        return "step \(step): \(found) after \(trail)"
      }
    }
    return nil
  }

  private func toggleWatcher() {
    let index = random.below(pipelines.count)
    watchers[index] = watchers[index] == nil ? KeyedWatcher(pipelines[index], totals[index]) : nil
  }

  // MARK: - Comparing

  /// Asks the kept values in turn, by identity.
  private func differenceInKept(_ random: SplitMix64) -> String? {
    var random = random
    let values = [
      sources.items.peek(), watchers[0] == nil ? nil : pipelines[0].property.peek(),
    ]
    for (index, value) in values.enumerated() where kept != nil {
      if let value { kept?[index].keep(value) }
      if let found = kept?[index].difference(&random, identities) { return found }
    }
    return nil
  }

  private struct Before {
    let values: [[Item]]
    let items: [Item]
    let limit: Int
    let bonuses: [Int]

    init(_ play: KeyedPlay) {
      values = play.pipelines.map { $0.naive() }
      items = Array(play.sources.items.peek())
      limit = play.sources.limit.peek()
      bonuses = play.sources.bonuses.map { $0.value.peek() }
      // A rolled back transaction may have called closures: the next computation repeats the calls.
      for (pipeline, watcher) in zip(play.pipelines, play.watchers) {
        if watcher != nil { _ = pipeline.property.peek() }
        pipeline.calls.count = 0
      }
      for watcher in play.watchers { watcher?.begin() }
    }
  }

  private func difference(from before: Before, isUndone: Bool) -> String? {
    for (index, pipeline) in pipelines.enumerated() {
      let expected = pipeline.naive()
      if isUndone, expected != before.values[index] { return "\(pipeline.name) is not undone" }
      if let watcher = watchers[index] {
        if let found = watcher.difference(from: before.values[index], to: expected) {
          return "\(pipeline.name) \(found)"
        }
        if !mayOweCalls, !isUndone, let found = wrongCalls(of: pipeline, before) { return found }
      }
      if watchers[index] != nil || random.chance(50) {
        let value = pipeline.property.value
        if Array(value) != expected {
          return
            "\(pipeline.name) is \(Array(value)), not \(expected), watched: \(watchers[index] != nil)"
        }
        if value.ids != expected.map(\.id) {
          return "\(pipeline.name) has the ids \(value.ids)"
        }
        if let id = value.ids.last,
          value[id: id] != value.last || value.index(of: id) != value.count - 1
        {
          return "\(pipeline.name) does not find \(id)"
        }
        if let found = totals[index].difference(from: expected) {
          return "\(pipeline.name) \(found)"
        }
      }
    }
    return nil
  }

  /// Law C2: closures are called for changed elements and for those whose other reads changed.
  private func wrongCalls(of pipeline: KeyedPipeline, _ before: Before) -> String? {
    guard pipeline.calls.isCounted else { return nil }
    let old = Dictionary(uniqueKeysWithValues: before.items.map { ($0.id, $0) })
    let hasNewLimit = sources.limit.peek() != before.limit
    let expected = sources.items.peek().filter { item in
      if old[item.id] != item { return true }
      switch pipeline.calls.reading {
      case .nothing: return false
      case .limit: return hasNewLimit
      case .bonus:
        let index = sources.bonuses.firstIndex { $0 === item.bonus } ?? 0
        return item.bonus.value.peek() != before.bonuses[index]
      }
    }.count
    // An element that a batch changed and restored is a new version, although it is equal.
    let most = expected + (isOneEdit ? 0 : sources.items.peek().count { old[$0.id] == $0 })
    if expected...most ~= pipeline.calls.count { return nil }
    return "\(pipeline.name) called \(pipeline.calls.count) times, not \(expected)"
  }

  // MARK: - Changing

  /// Makes one turn; returns whether it was rolled back.
  private func change() -> Bool {
    let kind = random.pick([50, 30, 12, 8])
    isOneEdit = kind == 0
    switch kind {
    case 0: edit()
    case 1:
      trail.append("batch")
      batch { edits(depth: 0) }
    case 2:
      trail.append("undone")
      transaction(isUndone: true) { edits(depth: 0) }
    default:
      trail.append("transaction")
      transaction { edits(depth: 0) }
    }
    return kind == 2
  }

  private func edits(depth: Int) {
    for _ in 0...random.below(6) {
      switch random.pick([70, 15, 5, 5, 5]) {
      case 0: edit()
      case 1:
        trail.append("read")
        hasRead = true
        let index = random.below(pipelines.count)
        let (pipeline, expected) = (pipelines[index], pipelines[index].naive())
        let isRight = Array(pipeline.property.value) == expected
        let wrong = isRight ? totals[index].difference(from: expected) : "differs"
        if let wrong { found = "\(pipeline.name) \(wrong) in the middle" }
      case 2 where depth < 3:
        trail.append("there")
        let (items, others) = (sources.items.peek(), sources.others.peek())
        edits(depth: depth + 1)
        trail.append("back")
        sources.items.replaceAll(with: items)
        sources.others.replaceAll(with: others)
      case 3 where depth < 3:
        trail.append("undone inside")
        hasRead = true
        transaction(isUndone: true) { edits(depth: depth + 1) }
      case 4 where depth < 3: transaction { edits(depth: depth + 1) }
      default: break
      }
    }
  }

  private func edit() {
    switch random.below(20) {
    case 0:
      sources.limit.value = random.payload()
      trail.append("limit \(sources.limit.peek())")
    case 1, 2:
      let index = random.below(sources.bonuses.count)
      sources.bonuses[index].value.value = random.payload()
      trail.append("bonus \(index) \(sources.bonuses[index].value.peek())")
    case 3:
      sources.order.value = random.below(3)
      trail.append("order \(sources.order.peek())")
    case 4:
      let start = random.below(8)
      sources.range.value = start..<start + random.below(6)
      trail.append("range \(sources.range.peek())")
    case 5:
      let items = Array(sources.items.peek()).shuffled(using: &random)
      sources.array.value = items + makeItems(random.below(3))
      trail.append("array")
    case 6, 7: edit(sources.others, "others")
    default: edit(sources.items, "items")
    }
  }

  private func item(_ id: Int) -> Item {
    Item(
      id: id, group: random.below(3), cost: random.payload(),
      bonus: sources.bonuses[random.below(sources.bonuses.count)])
  }

  private func makeItems(_ count: Int) -> [Item] {
    (0..<count).map { _ in item(random.below(identities)) }
  }

  private func edit(_ rows: StoredCollection<Int, Item>, _ name: String) {
    if isLarge, random.chance(40) {
      var choices = SplitMix64(seed: random.next())
      let share = rows.editShare(of: identities, &choices) { item($0) }
      trail.append("\(name) \(share) \(Array(rows.peek()))")
      return
    }
    let id = random.below(identities)
    switch random.below(12) {
    case 0, 1: rows[id] = item(id)
    case 2: rows.insert(item(id), at: random.below(rows.peek().count + 1))
    case 3: rows.remove(id)
    case 4 where !rows.peek().isEmpty: rows.move(id, to: random.below(rows.peek().count))
    case 5: rows.replaceAll(with: rows.peek().filter { _ in random.chance(80) })
    case 6: rows.replaceAll(with: Array(rows.peek()).shuffled(using: &random))
    case 7: rows.replaceAll(with: makeItems(random.below(identities - 2)))
    case 8: rows.removeAll { $0.cost == 2 }
    case 9: rows.update(id) { $0.cost = $0.cost }
    case 10: rows.update(id) { $0.group = random.below(3) }
    default: rows.update(id) { $0.cost = random.payload() }
    }
    trail.append("\(name) \(id) \(Array(rows.peek()))")
  }
}
