import Foundation

@testable import UpkeepUI

/// One batch of updates, with UIKit's rules.
struct FakeBatch {
  private(set) var errors: [String] = []
  private let update: TableUpdate
  private let old: [[Item]]

  init(_ update: TableUpdate, of old: [[Item]]) {
    self.update = update
    self.old = old
  }

  /// Returns the rows afterwards; nil where UIKit would have stopped, for which there are errors then.
  mutating func apply(
    newCount: Int, rowCount: (Int) -> Int, row: (IndexPath) -> Item?
  ) -> [[Item]]? {
    let origins = origins(of: newCount)
    if !errors.isEmpty { return nil }
    checkRows(origins, rowCount)
    if !errors.isEmpty { return nil }
    return origins.indices.map { section in
      guard let origin = origins[section], !update.reloadedSections.contains(origin) else {
        return (0..<rowCount(section)).compactMap { row([section, $0]) }
      }
      return rows(of: section, from: origin, rowCount(section), row)
    }
  }

  /// The old section that each new one was; nil for one that is inserted.
  private mutating func origins(of newCount: Int) -> [Int?] {
    let oldOnes = Array(update.deletedSections) + update.movedSections.map(\.old)
    let newOnes = Array(update.insertedSections) + update.movedSections.map(\.new)
    check(oldOnes + update.reloadedSections, below: old.count, "an old section")
    check(newOnes, below: newCount, "a new section")
    if old.count - oldOnes.count + newOnes.count != newCount {
      errors.append(
        "invalid number of sections: \(newCount) after, \(old.count) before, \(newOnes.count) inserted or moved in, \(oldOnes.count) deleted or moved out"
      )
    }
    if !errors.isEmpty { return [] }
    var origins = [Int?](repeating: nil, count: newCount)
    for section in update.movedSections { origins[section.new] = section.old }
    var staying = old.indices.filter { !oldOnes.contains($0) }.makeIterator()
    for section in 0..<newCount where !newOnes.contains(section) {
      origins[section] = staying.next()
    }
    return origins
  }

  private mutating func checkRows(_ origins: [Int?], _ rowCount: (Int) -> Int) {
    let closedOld =
      update.deletedSections.union(update.reloadedSections)
      .union(IndexSet(update.movedSections.map(\.old)))
    let leaving = update.deletedRows + update.movedRows.map(\.old)
    let arriving = update.insertedRows + update.movedRows.map(\.new)
    check(
      leaving + update.reloadedRows.map(\.old), closed: closedOld, "an old row", old.map(\.count))
    let closedNew = IndexSet(
      origins.indices.filter { origins[$0].map { closedOld.contains($0) } ?? true })
    check(arriving, closed: closedNew, "a new row", origins.indices.map(rowCount))
    for (section, origin) in origins.enumerated() {
      guard let origin, !update.reloadedSections.contains(origin) else { continue }
      let gone = leaving.count { $0[0] == origin }
      let come = arriving.count { $0[0] == section }
      if old[origin].count - gone + come != rowCount(section) {
        errors.append(
          "invalid number of rows in section \(section): \(rowCount(section)) after, \(old[origin].count) before, \(come) inserted or moved in, \(gone) deleted or moved out"
        )
      }
    }
  }

  private func rows(
    of section: Int, from origin: Int, _ count: Int, _ row: (IndexPath) -> Item?
  ) -> [Item] {
    var rows = [Item?](repeating: nil, count: count)
    for path in update.insertedRows where path[0] == section { rows[path[1]] = row(path) }
    for move in update.movedRows where move.new[0] == section {
      rows[move.new[1]] = old[move.old[0]][move.old[1]]
    }
    let gone = Set(update.deletedRows + update.movedRows.map(\.old))
    let reloaded = Set(update.reloadedRows.map(\.old))
    var staying = old[origin].indices.filter { !gone.contains([origin, $0]) }.makeIterator()
    for place in rows.indices where rows[place] == nil {
      guard let from = staying.next() else { break }
      rows[place] = reloaded.contains([origin, from]) ? row([section, place]) : old[origin][from]
    }
    return rows.compactMap(\.self)
  }

  /// Sections that are named once, and are there.
  private mutating func check(_ sections: [Int], below count: Int, _ what: String) {
    if Set(sections).count < sections.count { errors.append("\(what) twice: \(sections)") }
    for section in sections where section < 0 || section >= count {
      errors.append("\(what), \(section), of \(count)")
    }
  }

  /// Rows that are named once, are there, and are in no section that comes, goes, moves or is reloaded.
  private mutating func check(
    _ paths: [IndexPath], closed: IndexSet, _ what: String, _ counts: [Int]
  ) {
    if Set(paths).count < paths.count { errors.append("\(what) twice: \(paths)") }
    for path in paths {
      if closed.contains(path[0]) {
        errors.append("\(what), \(path), in a section that does not stay")
      } else if !counts.indices.contains(path[0]) || !(0..<counts[path[0]]).contains(path[1]) {
        errors.append("\(what), \(path), of \(counts)")
      }
    }
  }
}
