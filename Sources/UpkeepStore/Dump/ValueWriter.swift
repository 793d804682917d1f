/// Writes the lines of a value and everything in it.
///
/// The writer is recursive, but at most 64 levels deep, because deeper levels are not shown.
struct ValueWriter {
  let reader: ValueReader
  let mark: ValueLine.Mark

  /// Whether the lines will be joined to one, so that no text may have several lines.
  var isOneLine = false

  private(set) var lines: [ValueLine] = []

  /// The objects that were shown, retained so that no other object can reuse their addresses.
  private var shown: [ObjectIdentifier: AnyObject] = [:]

  init(reader: ValueReader, mark: ValueLine.Mark, isOneLine: Bool = false) {
    self.reader = reader
    self.mark = mark
    self.isOneLine = isOneLine
  }

  mutating func write(_ value: Any, at place: ValuePlace) {
    let shape = reader.shape(of: value)
    if let line = reader.line(of: shape) {
      add(place.level, place.closed(place.opened(line)))
      return
    }
    switch shape {
    case .plain(let text): write(text.split(separator: "\n").map(String.init), at: place)
    case .quoted(let text):
      let quoted = QuotedText(text)
      write(isOneLine ? [quoted.line] : ["\"\"\""] + quoted.lines + ["\"\"\""], at: place)
    case .group(let group): write(group, at: place)
    }
  }

  private mutating func write(_ texts: [String], at place: ValuePlace) {
    for (index, text) in texts.enumerated() {
      let start = index == 0 ? place.opened(text) : text
      let isLast = index == texts.count - 1
      add(place.level + min(index, 1), isLast ? place.closed(start) : start)
    }
  }

  private mutating func write(_ group: ValueShape.Group, at place: ValuePlace) {
    if let object = group.object,
      shown.updateValue(object, forKey: ObjectIdentifier(object)) != nil
    {
      return add(place.level, place.closed(place.opened(group.around("↩︎"))))
    }
    if place.level >= ValuePlace.levels {
      return add(place.level, place.closed(place.opened(group.around("…"))))
    }
    add(place.level, place.opened(group.opening))
    let group = reader.sorted(group, level: place.level)
    for (index, part) in group.parts.enumerated() {
      let inside = place.inside(part, hasNext: index < group.parts.count - 1)
      if isOneLine, let text = part.text {
        add(inside.level, inside.closed(text))
      } else {
        write(part.value, at: inside)
      }
    }
    add(place.level, place.closed(group.closing))
  }

  private mutating func add(_ level: Int, _ text: String) {
    lines.append(ValueLine(mark: mark, level: level, text: text))
  }
}

extension ValuePlace {
  func inside(_ part: ValueShape.Part, hasNext: Bool) -> ValuePlace {
    ValuePlace(label: part.label, level: level + 1, hasNext: hasNext)
  }
}
