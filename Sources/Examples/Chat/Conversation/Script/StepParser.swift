import ExampleScripts

/// Reads a line of a script from its beginning to its end.
struct StepParser {
  private var line: ScriptLine

  /// Parses a line that is neither blank nor a comment.
  ///
  /// - Throws: The first mistake.
  static func parse(_ line: ScriptLine) throws(ScriptMistake) -> Step {
    var parser = StepParser(line: line)
    return try parser.step()
  }

  private mutating func step() throws(ScriptMistake) -> Step {
    let start = line.rest
    let step: Step
    switch line.takeWord() {
    case "load": step = .load
    case "receive": return try receive()
    case "draft": return .draft(line.takeAll())
    case "send": step = .send
    case "fail-next":
      let reason = line.takeAll()
      return .failNext(reason.isEmpty ? "no connection" : reason)
    case "retry": step = .retry
    case "search":
      return .search(try line.takeText("a text to search for"))
    case "cancel-search": step = .cancelSearch
    case "wait": step = .wait(try line.takeSeconds())
    case "undo": step = .undo
    case "redo": step = .redo
    default:
      line.rest = start
      throw line.mistake(
        "load, receive, draft, send, fail-next, retry, search, cancel-search, wait, undo or redo")
    }
    try line.end()
    return step
  }

  private mutating func receive() throws(ScriptMistake) -> Step {
    // Scalars, because a colon and a combining mark after it are one character.
    guard let colon = line.rest.unicodeScalars.firstIndex(of: ":") else {
      if line.rest.isEmpty { throw line.mistake("the name of who writes") }
      line.rest = line.rest[line.rest.endIndex...]
      throw line.mistake("a colon behind the name")
    }
    if colon == line.rest.startIndex { throw line.mistake("the name of who writes") }
    let author = line.rest[..<colon].trimmedAtEnd
    line.rest = Substring(line.rest.unicodeScalars[colon...].dropFirst()).droppingBlanks
    if line.rest.isEmpty { throw line.mistake("what is written") }
    return .receive(author: String(author), text: line.takeAll())
  }
}
