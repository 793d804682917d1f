import Foundation
import Upkeep
import UpkeepCollections

/// A section that keeps its order among the others, and whose rows have changed.
struct ChangedSection<ID: Hashable, Element> {
  let section: TableUpdate.Shift<Int>
  let edits: CollectionEdits<ID, Element>
  /// Whether a row has moved from or to another section.
  var exchangesRows = false

  init(
    _ section: TableUpdate.Shift<Int>, from old: KeyedArray<ID, Element>,
    to new: KeyedArray<ID, Element>
  ) {
    self.section = section
    edits = CollectionEdits(from: old, to: new)
  }

  /// Whether one reload replaces several updates of rows.
  var isReplaced: Bool {
    !exchangesRows && !edits.removals.isEmpty && edits.removals.count == edits.old.count
      && edits.removals.count + edits.insertions.count > 1
  }
}

extension TableUpdate {
  /// Adds the rows of the sections that stay.
  mutating func addRows<ID, Element>(of sections: [ChangedSection<ID, Element>]) {
    var sections = sections
    addMovesBetween(&sections)
    let leaving = Set(movedRows.map(\.old))
    let arriving = Set(movedRows.map(\.new))
    for section in sections {
      if section.isReplaced {
        reloadedSections.insert(section.section.old)
      } else {
        addRows(of: section.edits, in: section.section, except: leaving, arriving)
      }
    }
  }

  /// Adds the rows of a section.
  ///
  /// - Parameters:
  ///   - edits: the edits of the section.
  ///   - section: the positions of the section.
  ///   - leaving: the old index paths of rows that move to another section.
  ///   - arriving: the new index paths of rows that come from another section.
  mutating func addRows<ID, Element>(
    of edits: CollectionEdits<ID, Element>, in section: Shift<Int>,
    except leaving: Set<IndexPath> = [], _ arriving: Set<IndexPath> = []
  ) {
    let changed = Set(edits.updates.map(\.to))
    var gone = edits.removals.map(\.offset)
    var come = edits.insertions.map(\.offset)
    for move in edits.moves {
      if changed.contains(move.to) {
        gone.append(move.from)
        come.append(move.to)
      } else {
        movedRows.append(section.row(from: move.from, to: move.to))
      }
    }
    deletedRows += gone.map { [section.old, $0] }.filter { !leaving.contains($0) }
    insertedRows += come.map { [section.new, $0] }.filter { !arriving.contains($0) }
    let moved = Set(edits.moves.map(\.to))
    for (from, to) in edits.updates where !moved.contains(to) {
      reloadedRows.append(section.row(from: from, to: to))
    }
  }

  /// Adds the moves of unchanged rows from one of the sections to another.
  private mutating func addMovesBetween<ID, Element>(
    _ sections: inout [ChangedSection<ID, Element>]
  ) {
    if sections.count < 2 { return }
    var gone: [ID: (number: Int, offset: Int, element: Element)] = [:]
    for (number, section) in sections.enumerated() {
      for (offset, element) in section.edits.removals {
        gone[section.edits.old.id(at: offset)] = (number, offset, element)
      }
    }
    if gone.isEmpty { return }
    for number in sections.indices {
      let (section, edits) = (sections[number].section, sections[number].edits)
      for (offset, element) in edits.insertions {
        guard let origin = gone.removeValue(forKey: edits.new.id(at: offset)),
          edits.new.areSame(origin.element, element)
        else { continue }
        movedRows.append(
          Shift(
            old: [sections[origin.number].section.old, origin.offset], new: [section.new, offset]))
        sections[origin.number].exchangesRows = true
        sections[number].exchangesRows = true
      }
    }
  }
}

extension TableUpdate.Shift<Int> {
  /// Returns a row that stays in the section.
  fileprivate func row(from old: Int, to new: Int) -> TableUpdate.Shift<IndexPath> {
    TableUpdate.Shift(old: [self.old, old], new: [self.new, new])
  }
}
