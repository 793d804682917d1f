/// A request to the chat.
///
/// Typing needs no action: the text field is bound to the draft.
public enum ChatAction: Equatable, Sendable {
  /// Shows the earlier messages.
  case load
  /// Shows a message that has come.
  case received(Message)
  /// Sends the typed text.
  case send
  /// Asks again for everything that has failed.
  case retry
  /// Looks for messages that contain a text.
  case search(String)
  /// Ends the search.
  case cancelSearch
}
