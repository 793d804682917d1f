/// The part of an edited line that is visible in one row of a window.
///
///     > set A1 = 5|          fits
///     > …age of the whole|   wider than the window: the part at the cursor
struct LineDrawing: Equatable {
  /// The prompt and the visible part of the line.
  let text: String

  /// The column of the cursor, from 0.
  let cursor: Int

  /// Draws a line.
  ///
  /// - Complexity: O(columns), independent of the length of the line.
  init(_ editor: LineEditor, prompt: String, columns: Int) {
    // The last column stays free, because a terminal may wrap a full line.
    let room = max(8, columns - 1 - prompt.terminalColumns)
    var front = Part(of: editor.before.reversed(), in: room)
    var behind = Part(of: editor.after, in: room - front.columns)
    if front.isCut || behind.isCut, !editor.after.isEmpty {
      // A quarter of the room is for the text after the cursor.
      front = Part(of: editor.before.reversed(), in: room * 3 / 4)
      behind = Part(of: editor.after, in: room - front.columns)
    }
    text = prompt + front.pieces.reversed().joined() + behind.pieces.joined()
    cursor = prompt.terminalColumns + front.columns
  }

  /// The characters on one side of the cursor that fit.
  private struct Part {
    private(set) var pieces: [String] = []
    private(set) var columns = 0
    private(set) var isCut = false

    init(of characters: some Collection<Character>, in room: Int) {
      for character in characters {
        let piece = String(character).escapedForTerminal()
        pieces.append(piece)
        columns += piece.terminalColumns
        if columns > room {
          isCut = true
          break
        }
      }
      guard isCut else { return }
      while columns >= room, let last = pieces.popLast() { columns -= last.terminalColumns }
      guard room > 0 else { return }
      pieces.append("…")
      columns += 1
    }
  }

  /// The text that makes a terminal show this drawing in place of the shown one.
  ///
  /// - Parameter shown: The drawing that the terminal shows; `nil` if the row may hold anything.
  /// - Returns: The added characters, if characters were only added at the end of the line;
  ///   otherwise the whole row.
  func change(from shown: LineDrawing?) -> String {
    let columns = text.terminalColumns
    if let shown, shown.cursor == shown.text.terminalColumns, cursor == columns,
      text.hasPrefix(shown.text)
    {
      return String(text.dropFirst(shown.text.count))
    }
    let whole = "\r" + text + "\u{1B}[K"
    if cursor == columns { return whole }
    return whole + "\r" + (cursor > 0 ? "\u{1B}[\(cursor)C" : "")
  }
}
