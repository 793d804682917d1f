/// A key that somebody has pressed, or a text that came in one piece.
enum Key: Equatable {
  /// Characters, typed or pasted; they stand for themselves.
  case text(String)

  case left, right, wordLeft, wordRight, home, end
  case deleteBackward, deleteForward
  case killToEnd, killToStart, killWord, yank
  case previous, next
  case enter, clearScreen

  /// Ctrl-C, Ctrl-D and Ctrl-Z.
  case interrupt, endOfInput, suspend
}
