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
