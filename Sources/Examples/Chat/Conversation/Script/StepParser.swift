import ExampleScripts

/// Reads a line of a script from its beginning to its end.
struct StepParser {
  private var line: ScriptLine

  /// Parses a line of any bytes.
  ///
  /// - Parameter bytes: The line without its end.
  /// - Returns: The step; `nil` for a comment and for a blank line.
  /// - Throws: The first mistake.
  static func parse(_ bytes: [UInt8]) throws(ScriptMistake) -> Step? {
    var parser = StepParser(line: try ScriptLine(bytes))
    return try parser.step()
  }

  private mutating func step() throws(ScriptMistake) -> Step? {
    if line.isBlank { return nil }
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
    case "wait": step = .wait(try seconds())
    default:
      line.rest = start
      throw line.mistake(
        "load, receive, draft, send, fail-next, retry, search, cancel-search or wait")
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

  /// Reads a decimal number of seconds, with up to three digits behind the point.
  private mutating func seconds() throws(ScriptMistake) -> Duration {
    let start = line.rest
    let parts = line.takeWord().split(separator: ".", omittingEmptySubsequences: false)
    if let whole = parts.first.flatMap(Self.number), parts.count <= 2 {
      let fraction = parts.count == 2 ? parts[1] : "0"
      let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
      if !fraction.isEmpty, padded.count == 3, let thousandths = Self.number(padded) {
        let duration = Duration.seconds(whole) + .milliseconds(thousandths)
        if duration <= Step.longestWait { return duration }
      }
    }
    line.rest = start
    throw line.mistake("seconds from 0 to 3600, with at most three digits behind the point")
  }

  /// The number that up to nine digits spell; `nil` for any other text.
  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.count <= 9 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(digits) : nil
  }
}
