import Upkeep

@testable import LiveTable

/// A table that computes everything anew.
struct NaiveTable {
  /// A group, with its count and its sum.
  struct Section: Equatable {
    let field: Field
    let count: Int
    let sum: Double?
  }

  var rows: [Row]
  var filter: Filter?
  var order: Order?
  var window = 0..<20
  var total: Int?
  var group: Int?

  var filtered: [Row] { rows.filter { row in filter.map { Self.keeps($0, row) } ?? true } }

  /// Whether a row passes a filter; a missing field passes none.
  private static func keeps(_ filter: Filter, _ row: Row) -> Bool {
    switch (row.fields[filter.column], filter.value) {
    case (.number(let one), .number(let other)) where filter.comparison != .contains:
      holds(filter.comparison, one, other)
    case (.text(let one), .text(let other)) where filter.comparison != .contains:
      holds(filter.comparison, one, other)
    case (.missing, _): false
    case (let one, let other): one.description.contains(other.description)
    }
  }

  private static func holds<Value: Comparable>(
    _ comparison: Filter.Comparison, _ one: Value, _ other: Value
  ) -> Bool {
    switch comparison {
    case .equal: one == other
    case .different: one != other
    case .less: one < other
    case .atMost: one <= other
    case .greater: one > other
    case .atLeast: one >= other
    case .contains: false
    }
  }

  /// Whether a row comes before another; missing fields come last.
  private static func precedes(_ order: Order, _ one: Row, _ other: Row) -> Bool {
    switch (one.fields[order.column], other.fields[order.column]) {
    case (.number(let one), .number(let other)): order.isDescending ? one > other : one < other
    case (.text(let one), .text(let other)): order.isDescending ? one > other : one < other
    case (.missing, _): false
    case (_, let other): other == .missing
    }
  }

  var shown: [Row] {
    var ordered = filtered
    if let order {
      // Rows that the order does not tell apart stay in their order.
      ordered = ordered.enumerated().sorted { one, other in
        if Self.precedes(order, one.element, other.element) { return true }
        return !Self.precedes(order, other.element, one.element) && one.offset < other.offset
      }.map(\.element)
    }
    return Array(ordered[window.clamped(to: 0..<ordered.count)])
  }

  var sum: Double? { total.map { sum(filtered, $0) } }

  var average: Double? {
    let count = total.map { column in filtered.count { $0.fields[column] != .missing } } ?? 0
    return count == 0 ? nil : sum.map { $0 / Double(count) }
  }

  var sections: [Section] {
    guard let group else { return [] }
    let filtered = filtered
    var fields: [Field] = []
    for row in filtered where !fields.contains(row.fields[group]) {
      fields.append(row.fields[group])
    }
    return fields.map { field in
      let members = filtered.filter { $0.fields[group] == field }
      return Section(field: field, count: members.count, sum: total.map { sum(members, $0) })
    }
  }

  private func sum(_ rows: [Row], _ column: Int) -> Double {
    rows.reduce(0) { $0 + ($1.fields[column].number ?? 0) }
  }
}

extension Table {
  /// The groups in the form of a naive table.
  var sections: [NaiveTable.Section] {
    guard let groups else { return [] }
    return groups.first(groups.count).map {
      NaiveTable.Section(field: $0.field, count: $0.count, sum: $0.sum)
    }
  }
}
