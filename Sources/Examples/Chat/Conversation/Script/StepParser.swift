/// Reads a line of a script from its beginning to its end.
struct StepParser {
  private let line: Substring
  private var rest: Substring

  /// Reads a line, which may be anything.
  ///
  /// - Parameter bytes: The line without its end.
  /// - Returns: The step; `nil` for a comment and for a blank line.
  /// - Throws: The first mistake.
  static func parse(_ bytes: [UInt8]) throws(ScriptMistake) -> Step? {
    var parser = StepParser(try TextLine.decode(bytes))
    return try parser.step()
  }

  private init(_ text: String) {
    line = text[...].trimmedAtEnd
    rest = line.drop(while: \.isBlank)
  }

  private mutating func step() throws(ScriptMistake) -> Step? {
    if rest.isEmpty || rest.first == "#" { return nil }
    let start = rest
    let step: Step
    switch takeWord() {
    case "load": step = .load
    case "receive": return try receive()
    case "draft": return .draft(takeAll())
    case "send": step = .send
    case "fail-next":
      let reason = takeAll()
      return .failNext(reason.isEmpty ? "no connection" : reason)
    case "retry": step = .retry
    case "search":
      if rest.isEmpty { throw mistake("a text to search for") }
      return .search(takeAll())
    case "cancel-search": step = .cancelSearch
    case "wait": step = .wait(try seconds())
    default:
      rest = start
      throw mistake(
        "load, receive, draft, send, fail-next, retry, search, cancel-search or wait")
    }
    if !rest.isEmpty { throw mistake("the end of the line") }
    return step
  }

  private mutating func receive() throws(ScriptMistake) -> Step {
    if rest.isEmpty || rest.first == ":" { throw mistake("the name of who writes") }
    guard let colon = rest.firstIndex(of: ":") else {
      rest = rest[rest.endIndex...]
      throw mistake("a colon behind the name")
    }
    let author = rest[..<colon].trimmedAtEnd
    rest = rest[colon...].dropFirst().drop(while: \.isBlank)
    if rest.isEmpty { throw mistake("what is written") }
    return .receive(author: String(author), text: takeAll())
  }

  /// A plain number: digits, and up to three behind a point.
  private mutating func seconds() throws(ScriptMistake) -> Duration {
    let start = rest
    let parts = takeWord().split(separator: ".", omittingEmptySubsequences: false)
    if let whole = parts.first.flatMap(Self.number), parts.count <= 2 {
      let fraction = parts.count == 2 ? parts[1] : "0"
      let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
      if !fraction.isEmpty, padded.count == 3, let thousandths = Self.number(padded) {
        let duration = Duration.seconds(whole) + .milliseconds(thousandths)
        if duration <= Step.longestWait { return duration }
      }
    }
    rest = start
    throw mistake("seconds from 0 to 3600, with at most three digits behind the point")
  }

  /// The number that digits write, if there are few.
  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.count <= 9 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(digits) : nil
  }

  // MARK: - Moving on

  private mutating func takeWord() -> Substring {
    let word = rest.prefix { !$0.isBlank }
    rest = rest[word.endIndex...].drop(while: \.isBlank)
    return word
  }

  private mutating func takeAll() -> String {
    defer { rest = rest[rest.endIndex...] }
    return String(rest)
  }

  private func mistake(_ expected: String) -> ScriptMistake {
    let word = rest.prefix { !$0.isBlank }
    return ScriptMistake(
      column: line.distance(from: line.startIndex, to: rest.startIndex) + 1, expected: expected,
      found: word.isEmpty ? "the end of the line" : TextLine.quoted(word))
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
  fileprivate var trimmedAtEnd: Substring {
    var text = self
    while text.last?.isBlank ?? false { text.removeLast() }
    return text
  }
}
