/// What can be asked of the chat. What is typed needs no action: the text field is bound to the draft.
public enum ChatAction: Equatable, Sendable {
  /// Shows what was said before.
  case load
  /// Shows a message that has come.
  case received(Message)
  /// Sends what is typed.
  case send
  /// Asks again for everything that has failed.
  case retry
  /// Looks for messages that contain a text.
  case search(String)
  /// Looks for nothing any more.
  case cancelSearch
}
