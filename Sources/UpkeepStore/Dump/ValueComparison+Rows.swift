/// A pair of matching parts of two values, or a part of only one of them, by their indices.
enum ValueRow: Equatable {
  case both(Int, Int)
  case removed(Int)
  case added(Int)
}

extension ValueComparison {
  /// The limit of pairs of elements that are matched by identity or text.
  private static let mostPairs = 1_000_000

  /// Returns the rows to compare, in display order.
  func rows(from old: ValueShape.Group, to new: ValueShape.Group) -> [ValueRow] {
    switch new.arrangement {
    case .fields, .payload:
      return aligned(old.parts.map { $0.label ?? "" }, new.parts.map { $0.label ?? "" })
    case .keyed: return merged(old.parts.map { $0.label ?? "" }, new.parts.map { $0.label ?? "" })
    case .members: return merged(old.parts.map { $0.text ?? "" }, new.parts.map { $0.text ?? "" })
    case .elements: return elements(old.parts, new.parts)
    }
  }

  private func elements(_ old: [ValueShape.Part], _ new: [ValueShape.Part]) -> [ValueRow] {
    let fewer = min(old.count, new.count)
    var start = 0
    while start < fewer, areSame(old[start].value, new[start].value) { start += 1 }
    var end = 0
    while end < fewer - start,
      areSame(old[old.count - 1 - end].value, new[new.count - 1 - end].value)
    {
      end += 1
    }
    let rows = between(old[start..<old.count - end], new[start..<new.count - end])
    return (0..<start).map { .both($0, $0) }
      + rows.map { $0.moved(by: start) }
      + (0..<end).map { .both(old.count - end + $0, new.count - end + $0) }
  }

  private func between(
    _ old: ArraySlice<ValueShape.Part>, _ new: ArraySlice<ValueShape.Part>
  ) -> [ValueRow] {
    let (count, isOver) = old.count.multipliedReportingOverflow(by: new.count)
    if isOver || count > Self.mostPairs || count == 0 {
      return paired((0..<old.count).map { .removed($0) } + (0..<new.count).map { .added($0) })
    }
    let identities = (old + new).compactMap { reader.identity(of: $0.value) }
    if identities.count == old.count + new.count {
      return aligned(Array(identities[..<old.count]), Array(identities[old.count...]))
    }
    return paired(aligned(old.map { reader.text($0.value) }, new.map { reader.text($0.value) }))
  }

  /// Matches equal keys as far as their order allows.
  ///
  /// - Complexity: O(*nd*) for *n* keys and *d* differences, as for `CollectionDifference`.
  private func aligned(_ old: [String], _ new: [String]) -> [ValueRow] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in old == new ? [] : Array(new.difference(from: old)) {
      switch change {
      case .remove(let index, _, _): removed.insert(index)
      case .insert(let index, _, _): added.insert(index)
      }
    }
    var rows: [ValueRow] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        rows.append(.removed(oldIndex))
        oldIndex += 1
      } else if added.contains(newIndex) {
        rows.append(.added(newIndex))
        newIndex += 1
      } else {
        rows.append(.both(oldIndex, newIndex))
        oldIndex += 1
        newIndex += 1
      }
    }
    return rows
  }

  /// Matches equal keys of two sorted lists.
  private func merged(_ old: [String], _ new: [String]) -> [ValueRow] {
    var rows: [ValueRow] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if newIndex == new.count || oldIndex < old.count && old[oldIndex] < new[newIndex] {
        rows.append(.removed(oldIndex))
        oldIndex += 1
      } else if oldIndex == old.count || new[newIndex] < old[oldIndex] {
        rows.append(.added(newIndex))
        newIndex += 1
      } else {
        rows.append(.both(oldIndex, newIndex))
        oldIndex += 1
        newIndex += 1
      }
    }
    return rows
  }

  /// Matches removed and added rows at the same place one by one.
  private func paired(_ rows: [ValueRow]) -> [ValueRow] {
    var result: [ValueRow] = []
    var removed: [Int] = []
    var added: [Int] = []
    func match() {
      let count = min(removed.count, added.count)
      result += zip(removed, added).map { .both($0, $1) }
      result += removed.dropFirst(count).map { .removed($0) }
      result += added.dropFirst(count).map { .added($0) }
      (removed, added) = ([], [])
    }
    for row in rows {
      switch row {
      case .both:
        match()
        result.append(row)
      case .removed(let index): removed.append(index)
      case .added(let index): added.append(index)
      }
    }
    match()
    return result
  }
}

extension ValueRow {
  fileprivate func moved(by start: Int) -> ValueRow {
    switch self {
    case .both(let old, let new): .both(old + start, new + start)
    case .removed(let index): .removed(index + start)
    case .added(let index): .added(index + start)
    }
  }
}
