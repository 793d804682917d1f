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

  /// Applies the update.
  ///
  /// - Parameter now: the rows of the data source.
  /// - Returns: the rows after the update; nil, and `errors`, if UIKit would have stopped the program.
  mutating func apply(_ now: [[Item]]) -> [[Item]]? {
    let moved = update.movedSections
    let staying = origins(
      "sections", of: old.count, gone: update.deletedSections + moved.map(\.old),
      reloaded: Array(update.reloadedSections), come: update.insertedSections + moved.map(\.new),
      now.count)
    checkSections(of: staying)
    if !errors.isEmpty { return nil }
    var origins = staying
    for section in moved { origins[section.new] = section.old }
    let new = origins.indices.map { section in
      guard let origin = origins[section], !update.reloadedSections.contains(origin) else {
        return now[section]
      }
      return rows(of: section, from: origin, now[section])
    }
    return errors.isEmpty ? new : nil
  }

  /// Adds an error for each row of a section that does not stay, or that is reloaded.
  private mutating func checkSections(of origins: [Int?]) {
    let open = origins.map { $0.flatMap { update.reloadedSections.contains($0) ? nil : $0 } }
    for path in update.insertedRows + update.movedRows.map(\.new)
    where !open.indices.contains(path[0]) || open[path[0]] == nil {
      errors.append("a new row, \(path), in a section that does not stay")
    }
    for path in update.deletedRows + (update.movedRows + update.reloadedRows).map(\.old)
    where !open.contains(path[0]) {
      errors.append("an old row, \(path), in a section that does not stay")
    }
  }

  private mutating func rows(of section: Int, from origin: Int, _ now: [Item]) -> [Item] {
    func places(_ paths: [IndexPath], in section: Int) -> [Int] {
      paths.filter { $0[0] == section }.map { $0[1] }
    }
    let reloaded = places(update.reloadedRows.map(\.old), in: origin)
    let origins = origins(
      "rows of section \(section)", of: old[origin].count,
      gone: places(update.deletedRows + update.movedRows.map(\.old), in: origin),
      reloaded: reloaded,
      come: places(update.insertedRows + update.movedRows.map(\.new), in: section), now.count)
    return origins.indices.compactMap { place in
      if let from = origins[place] {
        return reloaded.contains(from) ? now[place] : old[origin][from]
      }
      guard let from = update.movedRows.first(where: { $0.new == [section, place] })?.old else {
        return now[place]
      }
      return old[from[0]].indices.contains(from[1]) ? old[from[0]][from[1]] : nil
    }
  }

  /// Returns the old position of each new one; nil for a new row or section.
  ///
  /// Adds an error if a position does not exist or is named twice, or if the numbers do not agree.
  private mutating func origins(
    _ what: String, of count: Int, gone: [Int], reloaded: [Int], come: [Int], _ newCount: Int
  ) -> [Int?] {
    for (positions, count) in [(gone + reloaded, count), (come, newCount)]
    where Set(positions).count < positions.count || positions.contains(where: { $0 >= count }) {
      errors.append("\(what) \(positions) of \(count)")
    }
    if count - gone.count + come.count != newCount {
      errors.append(
        "invalid number of \(what): \(newCount) after, \(count) before, \(come.count) come, \(gone.count) gone"
      )
    }
    var staying = (0..<count).filter { !gone.contains($0) }.makeIterator()
    return (0..<newCount).map { come.contains($0) ? nil : staying.next() }
  }
}
