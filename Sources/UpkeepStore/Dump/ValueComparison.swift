/// Finds the lines in which two values differ.
///
/// The comparison is recursive, but at most 64 levels deep, because deeper levels are not shown.
final class ValueComparison {
  typealias Places = (old: ValuePlace, new: ValuePlace)

  let reader = ValueReader()

  /// The compared objects, and whether they differ; false during the comparison.
  private var compared: [ObjectPair: Bool] = [:]

  /// Returns the differences of two values; nil if there are none.
  func lines(from old: Any, to new: Any, at places: Places) -> [ValueLine]? {
    let areEqual = reader.areEqual(old, new)
    if areEqual == true { return nil }
    let shapes = (reader.shape(of: old), reader.shape(of: new))
    if let lines = lines(shapes, of: (old, new), at: places) { return lines }
    if areEqual == nil { return nil }
    return [note(shapes.1, "prints the same, but is not equal", at: places.new)]
  }

  private func lines(
    _ shapes: (ValueShape, ValueShape), of values: (Any, Any), at places: Places
  ) -> [ValueLine]? {
    switch shapes {
    case (.plain(let old), .plain(let new)) where old == new: return nil
    case (.quoted(let old), .quoted(let new)) where old == new: return nil
    case (.group(let old), .group(let new)) where canBeMatched(old, new):
      guard let oldObject = old.object, let newObject = new.object else {
        return lines(from: old, to: new, at: places)
      }
      if oldObject === newObject { return nil }
      let pair = ObjectPair(old: oldObject, new: newObject)
      if let differ = compared[pair] {
        let text = places.new.closed(places.new.opened(new.around("↩︎")))
        return differ ? [ValueLine(mark: .both, level: places.new.level, text: text)] : nil
      }
      compared[pair] = false
      let lines = lines(from: old, to: new, at: places)
      compared[pair] = lines != nil
      return lines
    default:
      return reader.lines(values.0, at: places.old, mark: .old)
        + reader.lines(values.1, at: places.new, mark: .new)
    }
  }

  /// Returns whether two groups are compared by parts; otherwise one replaces the other.
  private func canBeMatched(_ old: ValueShape.Group, _ new: ValueShape.Group) -> Bool {
    guard old.isLike(new) else { return false }
    if old.arrangement != .payload { return true }
    return reader.line(of: .group(old)) == reader.line(of: .group(new))
  }

  private func lines(
    from old: ValueShape.Group, to new: ValueShape.Group, at places: Places
  ) -> [ValueLine]? {
    if places.new.level >= ValuePlace.levels {
      let areSame = haveSameParts(old, new)
      return areSame ? nil : [note(.group(new), "differs deeper than this", at: places.new)]
    }
    let (old, new) = (
      reader.sorted(old, level: places.old.level), reader.sorted(new, level: places.new.level)
    )
    var result = [line(places.new, places.new.opened(new.opening))]
    var unchanged: [Int] = []
    var differ = false
    for row in rows(from: old, to: new) {
      let lines = lines(row, old, new, at: places)
      if let lines {
        result += summary(of: unchanged, in: new, at: places.new) + lines
        unchanged = []
        differ = true
      } else if case .both(_, let index) = row {
        unchanged.append(index)
      }
    }
    result += summary(of: unchanged, in: new, at: places.new)
    result.append(line(places.new, places.new.closed(new.closing)))
    return differ ? result : nil
  }

  private func lines(
    _ row: ValueRow, _ old: ValueShape.Group, _ new: ValueShape.Group, at places: Places
  ) -> [ValueLine]? {
    switch row {
    case .both(let oldIndex, let newIndex):
      let inside = (places.old.inside(old, oldIndex), places.new.inside(new, newIndex))
      return lines(from: old.parts[oldIndex].value, to: new.parts[newIndex].value, at: inside)
    case .removed(let index):
      return reader.lines(old.parts[index].value, at: places.old.inside(old, index), mark: .old)
    case .added(let index):
      return reader.lines(new.parts[index].value, at: places.new.inside(new, index), mark: .new)
    }
  }

  /// Returns a single unchanged part if it is one line, otherwise the number of unchanged parts.
  private func summary(
    of unchanged: [Int], in group: ValueShape.Group, at place: ValuePlace
  ) -> [ValueLine] {
    guard let first = unchanged.first else { return [] }
    let inside = place.inside(group, first)
    let shape = reader.shape(of: group.parts[first].value)
    if unchanged.count == 1, let text = reader.line(of: shape) {
      return [line(inside, inside.closed(inside.opened(text)))]
    }
    return [line(inside, "… (\(unchanged.count) unchanged)")]
  }

  private func note(_ shape: ValueShape, _ text: String, at place: ValuePlace) -> ValueLine {
    var shown = "…"
    if let line = reader.line(of: shape) { shown = line }
    if case .group(let group) = shape, shown == "…" { shown = group.around("…") }
    return line(place, place.closed(place.opened(shown)) + "  // " + text)
  }

  private func line(_ place: ValuePlace, _ text: String) -> ValueLine {
    ValueLine(mark: .both, level: place.level, text: text)
  }
}

extension ValueShape.Group {
  /// Returns whether the parts of both groups have the same meaning.
  func isLike(_ other: Self) -> Bool {
    opening == other.opening && closing == other.closing && arrangement == other.arrangement
  }
}

extension ValuePlace {
  fileprivate func inside(_ group: ValueShape.Group, _ index: Int) -> ValuePlace {
    inside(group.parts[index], hasNext: index < group.parts.count - 1)
  }
}
