import ExampleScripts

/// One step of a script.
enum Step {
  case add(String)
  case done(Int)
  case open(Int)
  case remove(Int)
  case list(String)
  case search(String)
  case failNext(String)
  case undo, redo, hold, answer, restart

  /// The language of scripts.
  static let manual = Manual(
    [
      "# ...": "a comment; blank lines mean nothing",
      "add TITLE": "adds an item to the list",
      "done NUMBER": "marks an item as done",
      "open NUMBER": "marks it as still to do",
      "remove NUMBER": "removes it",
      "list NAME": "shows another list",
      "search [TEXT]": "shows the items with a text in their title; without one, all",
      "undo, redo": "takes the last change back, or makes it again",
      "hold": "lets the service be slow: requests stay on their way",
      "answer": "lets it answer them",
      "fail-next [REASON]": "lets the next request fail",
      "restart": "begins anew, with the saved state",
    ],
    topics: [
      "undo": "A change can be undone once the service has accepted it.",
      "service": "A change shows at once. If the service refuses it, it is taken back.",
    ])

  /// Reads a line that is neither blank nor a comment.
  static func parse(_ line: inout ScriptLine) throws(ScriptMistake) -> Step {
    let start = line
    let number = "the number of an item"
    let step: Step
    switch line.takeWord() {
    case "add": return .add(try line.takeText("the title of an item"))
    case "done": step = .done(try line.takeNumber(in: 0...999_999_999, number))
    case "open": step = .open(try line.takeNumber(in: 0...999_999_999, number))
    case "remove": step = .remove(try line.takeNumber(in: 0...999_999_999, number))
    case "list": return .list(try line.takeText("the name of a list"))
    case "search": return .search(line.takeAll())
    case "undo": step = .undo
    case "redo": step = .redo
    case "hold": step = .hold
    case "answer": step = .answer
    case "fail-next":
      let reason = line.takeAll()
      return .failNext(reason.isEmpty ? "no connection" : reason)
    case "restart": step = .restart
    default:
      throw start.mistake(
        """
        add, done, open, remove, list, search, undo, redo, hold, answer, fail-next or restart
        """)
    }
    try line.end()
    return step
  }
}
