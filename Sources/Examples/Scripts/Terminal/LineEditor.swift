/// A line that is being typed, and that keys change; it does not depend on a terminal.
///
/// The line has two parts, before the cursor and after it. Their characters are Swift's
/// `Character`s, each of any number of scalars and bytes.
struct LineEditor {
  /// The effect of a key.
  enum Outcome: Equatable {
    /// The line or the position of the cursor may have changed.
    case edited

    /// The line is complete.
    case line(String)

    /// The line is abandoned.
    case abandoned

    /// The input has ended.
    case end

    case clearScreen
    case suspend
  }

  /// The text before the cursor.
  private(set) var before = ""

  /// The text after the cursor.
  private(set) var after = ""

  private var history = LineHistory()
  private var killed = ""

  /// Handles a key.
  mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .text(let text): before += text
    case .left: moveLeft(1)
    case .right: moveRight(1)
    case .wordLeft: moveLeft(lengthOfWordBefore)
    case .wordRight: moveRight(lengthOfWordAfter)
    case .home: (before, after) = ("", before + after)
    case .end: (before, after) = (before + after, "")
    case .deleteBackward: _ = before.popLast()
    case .deleteForward: after = String(after.dropFirst())
    case .killToEnd: (killed, after) = (after, "")
    case .killToStart: (killed, before) = (before, "")
    case .killWord:
      killed = String(before.suffix(lengthOfWordBefore))
      before.removeLast(killed.count)
    case .yank: before += killed
    case .previous: show(history.move(by: -1, from: before + after))
    case .next: show(history.move(by: 1, from: before + after))
    case .enter:
      let line = before + after
      history.add(line)
      return .line(line)
    case .interrupt:
      history.add("")
      return .abandoned
    case .endOfInput:
      if before.isEmpty, after.isEmpty { return .end }
      after = String(after.dropFirst())
    case .clearScreen: return .clearScreen
    case .suspend: return .suspend
    }
    return .edited
  }

  /// Begins the next line, an empty one.
  mutating func begin() {
    (before, after) = ("", "")
  }

  private mutating func show(_ line: String?) {
    if let line { (before, after) = (line, "") }
  }

  private mutating func moveLeft(_ count: Int) {
    after = String(before.suffix(count)) + after
    before.removeLast(min(count, before.count))
  }

  private mutating func moveRight(_ count: Int) {
    before += after.prefix(count)
    after = String(after.dropFirst(count))
  }

  /// The number of characters from the start of the last word, with its blanks, to the cursor.
  private var lengthOfWordBefore: Int {
    let reversed = before.reversed()
    let word = reversed.drop { $0.isWhitespace }
    return reversed.count - word.drop { !$0.isWhitespace }.count
  }

  private var lengthOfWordAfter: Int {
    after.count - after.drop { $0.isWhitespace }.drop { !$0.isWhitespace }.count
  }
}
