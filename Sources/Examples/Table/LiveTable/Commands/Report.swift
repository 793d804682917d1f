import ExampleScripts
import Upkeep
import UpkeepCollections

/// The texts that show a table and the work of its last change.
struct Report {
  /// The largest number of groups that are shown.
  private static let mostGroups = 20

  private let table: Table

  init(_ table: Table) { self.table = table }

  /// The table: the rows on screen, the total and the groups.
  var lines: [String] { rows + total + groups }

  private var rows: [String] {
    var text = TextTable(
      ["row"] + table.columns.map(\.name), isNumeric: [true] + table.columns.map(\.isNumeric))
    for row in table.screen.lines { text.add(["\(row.id)"] + row.fields.map(\.description)) }
    let shown = table.screen.lines.count
    let first = table.window.value.lowerBound + 1
    let range = shown == 0 ? "none" : "\(first) to \(first + shown - 1)"
    return text.lines + ["\(range) of \(table.filtered.value.count) rows"]
  }

  private var total: [String] {
    guard let total = table.total else { return [] }
    let average = total.average.map { Self.rounded($0) } ?? "none"
    return [
      "\(table.columns[total.column].name.escapedForTerminal()): sum \(Field.number(total.sum)), "
        + "average \(average)"
    ]
  }

  private var groups: [String] {
    guard let groups = table.groups else { return [] }
    let totalled = table.total.map { [table.columns[$0.column].name] } ?? []
    let column = table.columns[groups.column]
    var text = TextTable(
      [column.name, "rows"] + totalled,
      isNumeric: [column.isNumeric, true] + totalled.map { _ in true })
    for group in groups.first(Self.mostGroups) {
      let sum = group.sum.map { [Field.number($0).description] } ?? []
      text.add([group.field.description, "\(group.count)"] + sum)
    }
    let hidden = groups.count - Self.mostGroups
    return text.lines + (hidden > 0 ? ["and \(hidden) more"] : [])
  }

  /// The work that the last change made.
  var work: [String] {
    let calls = Work.Closure.allCases.map { "\($0) \(table.work.calls[$0] ?? 0)" }
    return [
      "rows visited: \(table.work.visited) of \(table.rows.value.count)",
      "calls: \(calls.joined(separator: ", "))",
      "rows changed on screen: \(table.changedOnScreen)",
    ]
  }

  /// A step on screen; positions count from 1.
  func line(_ step: CollectionEdits<Row.ID, Row>.Step) -> String {
    switch step {
    case .remove(let index): "- \(index + 1)"
    case .insert(let row, let index): "+ \(index + 1): \(Self.text(row))"
    case .update(let row, let index): "= \(index + 1): \(Self.text(row))"
    }
  }

  private static func text(_ row: Row) -> String {
    "\(row.id)  " + row.fields.map { $0.description.escapedForTerminal() }.joined(separator: "  ")
  }

  /// A number with at most two digits after the point.
  private static func rounded(_ number: Double) -> String {
    let scaled = (number * 100).rounded()
    return Field.number(scaled.isFinite ? scaled / 100 : number).description
  }
}
