/// The earlier lines, and the position of the editor among them.
struct LineHistory {
  private var lines: [String] = []

  /// The index of the line in the editor; the count of the lines stands for the line being typed.
  private var position = 0

  /// The line being typed, kept while the editor shows an older line.
  private var draft = ""

  /// Adds a line, except a blank line or a repetition of the last line.
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
  /// - Returns: The new line in the editor; `nil` if there is no such line.
  mutating func move(by step: Int, from line: String) -> String? {
    let target = position + step
    guard (0...lines.count).contains(target) else { return nil }
    if position == lines.count { draft = line }
    position = target
    return target == lines.count ? draft : lines[target]
  }
}
