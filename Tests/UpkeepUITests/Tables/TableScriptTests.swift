import Differential
import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepUI

/// Random edits, told to a table that stops where UIKit's table does.
@MainActor @Suite struct TableScriptTests {
  private static let scripts = UInt64(scriptCount(100, long: 500))

  @Test func `a table that is told of random edits never stops, and shows the collection`() {
    for seed in 1...Self.scripts {
      let script = TableScript(seed: seed)
      if let found = script.firstMistake() {
        Issue.record("seed \(seed): \(found)" as Comment)
        return
      }
    }
  }
}

/// A collection and values derived from it, each in a table.
@MainActor private final class TableScript {
  private var random: SplitMix64
  private let items: Items
  private let isDescending = StoredProperty(false)
  private let updater = Updater()
  /// The tables, each with what it is to show.
  private var tables: [(content: () -> [[Item]], table: FakeTable)] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let count = random.below(14)
    items = Items(Item.items(count, inGroupsOf: 1 + random.below(4)))
    let isDescending = isDescending
    let sorted = items.sorted(by: isDescending) { isDescending, one, other in
      isDescending ? one.cost > other.cost : one.cost < other.cost
    }
    for shown in [items, items.filter { $0.cost % 3 > 0 }, sorted, sorted.window(1..<6)] {
      let rows = TableRows(shown)
      let table = FakeTable(rows)
      updater.follow(rows, in: table)
      tables.append(({ [Array(shown.value)] }, table))
    }
    // The last groups depend on no part of an element, so an equal element can move between them.
    let groups = [
      items.grouped { $0.group }, sorted.grouped { $0.group },
      items.grouped { $0.group }.sorted(on: { $0.key }),
      items.filter { $0.cost % 3 > 0 }.grouped { $0.cost % 2 },
      items.map { Item(id: $0.id, cost: $0.cost) }.grouped { [items] in
        items.element($0.id).value?.group ?? 0
      },
    ]
    for shown in groups {
      let sections = TableSections(shown)
      let table = FakeTable(sections)
      updater.follow(sections, in: table)
      tables.append(({ shown.value.map { Array($0.elements) } }, table))
    }
  }

  /// Makes some edits; returns the first mistake of a table.
  func firstMistake() -> String? {
    for step in 0..<12 {
      let isPaused = random.chance(15)
      if isPaused { updater.pause() }
      for _ in 0...(isPaused ? random.below(4) : 0) {
        batch {
          for _ in 0...random.below(4) { items.edit(&random) }
          if random.chance(10) { isDescending.value.toggle() }
        }
      }
      if isPaused { updater.unpause() }
      if let found = mistake() { return "step \(step): \(found)" }
    }
    return nil
  }

  private func mistake() -> String? {
    for (number, (content, table)) in tables.enumerated() {
      let updates = table.take()
      if let error = table.errors.first { return "table \(number): \(error), by \(updates)" }
      if table.shown != content() {
        return "table \(number): \(table.shown), not \(content()), by \(updates)"
      }
      if updates.contains(where: \.isEmpty) { return "table \(number): an empty update" }
      if table.reloads != 1 { return "table \(number): reloaded" }
    }
    return nil
  }
}
