import Upkeep

@testable import LiveTable

/// A table that computes all anew.
struct NaiveTable {
  /// A group, and what it comes to.
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

  var filtered: [Row] { rows.filter { filter?.includes($0) ?? true } }

  var shown: [Row] {
    var ordered = filtered
    if let order {
      // Places decide where the order does not.
      ordered = ordered.enumerated().sorted { one, other in
        if order.precedes(one.element, other.element) { return true }
        return !order.precedes(other.element, one.element) && one.offset < other.offset
      }.map(\.element)
    }
    return Array(ordered[window.clamped(to: 0..<ordered.count)])
  }

  var sum: Double? { total.map { sum(filtered, $0) } }

  var average: Double? {
    let count = filtered.count
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
    rows.reduce(0) { $0 + $1.fields[column].number }
  }
}

extension Table {
  /// The groups as a naive table has them.
  var sections: [NaiveTable.Section] {
    guard let groups else { return [] }
    return groups.first(groups.count).map {
      NaiveTable.Section(field: $0.field, count: $0.count, sum: $0.sum)
    }
  }
}
