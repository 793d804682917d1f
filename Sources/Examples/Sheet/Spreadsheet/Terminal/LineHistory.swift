/// The lines that were typed before, and which of them is in the editor.
struct LineHistory {
  private var lines: [String] = []

  /// The index of the line in the editor; the count of the lines is the one that is being typed.
  private var position = 0

  /// The line that is being typed, while the editor is at an older one.
  private var draft = ""

  /// Adds a line; not a blank one, and not the same one twice in a row.
  mutating func add(_ line: String) {
    if !line.trimmingBlanks().isEmpty, line != lines.last { lines.append(line) }
    position = lines.count
    draft = ""
  }

  /// Moves to an older line (-1) or a newer one (1).
  ///
  /// - Parameters:
  ///   - step: The direction.
  ///   - line: The line in the editor now.
  /// - Returns: The line in the editor then; `nil` where there is no such line.
  mutating func move(by step: Int, from line: String) -> String? {
    let target = position + step
    guard (0...lines.count).contains(target) else { return nil }
    if position == lines.count { draft = line }
    position = target
    return target == lines.count ? draft : lines[target]
  }
}
