/// A pressed key, or a text that arrived in one piece.
enum Key: Equatable {
  /// Typed or pasted characters.
  case text(String)

  case left, right, wordLeft, wordRight, home, end
  case deleteBackward, deleteForward
  case killToEnd, killToStart, killWord, yank
  case previous, next
  case enter, clearScreen

  /// Ctrl-C, Ctrl-D and Ctrl-Z.
  case interrupt, endOfInput, suspend
}
