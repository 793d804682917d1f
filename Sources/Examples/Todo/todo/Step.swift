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
  static let language = """
    # ...              a comment; blank lines mean nothing
    add TITLE          adds an item to the list
    done NUMBER        marks an item as done
    open NUMBER        marks it as still to do
    remove NUMBER      removes it
    list NAME          shows another list
    search [TEXT]      shows the items with a text in their title; without one, all
    undo, redo         undoes the last change that the service has accepted; makes it again
    hold               lets the service be slow: requests stay on their way
    answer             lets it answer them
    fail-next [REASON] lets the next request fail
    restart            begins anew, with the saved state
    """

  /// Reads a line.
  ///
  /// - Returns: The step; `nil` for a comment and for a blank line.
  static func parse(_ line: inout ScriptLine) throws(ScriptMistake) -> Step? {
    if line.isBlank { return nil }
    let start = line
    let step: Step
    switch line.takeWord() {
    case "add": return .add(try line.takeText("the title of an item"))
    case "done": step = .done(try number(&line))
    case "open": step = .open(try number(&line))
    case "remove": step = .remove(try number(&line))
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

  private static func number(_ line: inout ScriptLine) throws(ScriptMistake) -> Int {
    let start = line
    let word = line.takeWord()
    guard word.utf8.count <= 9, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(word)
    else { throw start.mistake("the number of an item") }
    return number
  }
}
