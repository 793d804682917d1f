/// One step of a conversation: an act of the user, of the service, or of the clock.
public enum Step: Equatable, Sendable {
  /// The earlier messages are asked for.
  case load
  /// Another person writes.
  case receive(author: String, text: String)
  /// A text is typed in place of the earlier one.
  case draft(String)
  /// The typed text is sent.
  case send
  /// The next request to the service will fail, for this reason.
  case failNext(String)
  /// The failed requests are made again.
  case retry
  /// Messages are looked for.
  case search(String)
  /// The search is ended.
  case cancelSearch
  /// Time passes.
  case wait(Duration)

  /// The longest time that passes in one step.
  public static let longestWait = Duration.seconds(3_600)

  /// The language of scripts.
  public static let language = """
    # ...                  a comment; blank lines mean nothing
    load                   asks for what was said before
    receive NAME: TEXT     somebody writes
    draft [TEXT]           types a text in place of the last one
    send                   sends what is typed
    fail-next [REASON]     lets the next request fail: a send, a search, a load
    retry                  asks again for everything that has failed
    search TEXT            looks for messages, after a pause
    cancel-search          looks for nothing any more
    wait SECONDS           lets time pass: 2 or 0.25, at most 3600
    """
}
