package import ExampleScripts

/// One step of a conversation: an act of the user, of the service, or of the clock.
package enum Step: Equatable, Sendable {
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
  /// The last step is taken back, or made again.
  case undo, redo

  /// The language of scripts.
  package static let manual = Manual(
    [
      "# ...": "a comment; blank lines mean nothing",
      "load": "asks for what was said before",
      "receive NAME: TEXT": "somebody writes",
      "draft [TEXT]": "types a text in place of the last one",
      "send": "sends what is typed",
      "fail-next [REASON]": "lets the next request fail: a send, a search, a load",
      "retry": "asks again for everything that has failed",
      "search TEXT": "looks for messages, after a pause",
      "cancel-search": "looks for nothing any more",
      "wait SECONDS": "lets time pass: 2 or 0.25, at most 3600",
      "undo, redo": "takes the last step back, or makes it again",
    ],
    topics: [
      "undo": "All steps before the last one are played again, in a new conversation.",
      "times": "A load and a search take 1 second, a search after 0.3 more; a send takes 0.5.",
    ])
}
