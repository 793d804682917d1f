/// The commands of a program and further topics, which `help` explains.
package struct Manual {
  /// The form of a command and its effect, or a topic and its explanation.
  private typealias Entry = (name: String, text: String)

  private let commands: [Entry]
  private let topics: [Entry]

  /// Creates a manual, which has `help`, `quit` and the topic `keys`, too.
  ///
  /// - Parameters:
  ///   - commands: The form of each command, and its effect. A form may have several commands with
  ///     commas in between: `undo, redo`.
  ///   - topics: Further explanations. One with the name of a command is printed with the command.
  package init(
    _ commands: KeyValuePairs<String, String>, topics: KeyValuePairs<String, String> = [:]
  ) {
    let help = "lists the commands, or explains a command or another topic"
    self.commands = commands.map { ($0, $1) } + [("help [TOPIC]", help), ("quit", "ends")]
    self.topics = topics.map { ($0, $1) } + [("keys", Self.keys)]
  }

  /// The words that a line can begin with.
  package var words: [String] {
    commands.flatMap { Self.words(of: $0.name) }.filter { $0 != "#" }
  }

  /// The topics of `help`.
  package var topicNames: [String] {
    let words = words
    return words + topics.map(\.name).filter { !words.contains($0) }
  }

  /// The commands, one on a line, and the topics.
  package var lines: [String] {
    lines(of: commands)
      + topics.flatMap { topic in
        ["", "\(topic.name):"] + Self.split(topic.text).map { "  \($0)" }
      }
  }

  /// The answer to `help TOPIC`, or to `help` if the topic is empty; `nil` for an unknown topic.
  package func lines(on topic: String) -> [String]? {
    if topic.isEmpty {
      let words = words
      let others = topics.map(\.name).filter { !words.contains($0) }
      return lines(of: commands) + ["", "Other topics: \(others.joined(separator: ", "))."]
    }
    let found = lines(of: commands.filter { Self.words(of: $0.name).contains(topic) })
    let texts = topics.filter { $0.name == topic }.map(\.text)
    if found.isEmpty, texts.isEmpty { return nil }
    return found + texts.flatMap { Self.split($0) }
  }

  /// Returns the answer to `help TOPIC`, or to `help` if the topic is empty.
  ///
  /// - Throws: The refusal of an unknown topic.
  package func answer(on topic: String) throws(Refusal) -> [String] {
    if let lines = lines(on: topic) { return lines }
    throw Refusal(
      "there is no topic \(TextLine.quoted(topic[...]))",
      near: NearNames.of(topic, among: topicNames))
  }

  /// Returns the refusal of a line that begins with an unknown word.
  package func refusal(ofCommand word: Substring) -> Refusal {
    Refusal(
      "\(TextLine.quoted(word)) is not a command; try help",
      near: NearNames.of(String(word), among: words))
  }

  /// The lines of entries, with all texts in one column.
  private func lines(of entries: [Entry]) -> [String] {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { name, text in
      "\(name)\(String(repeating: " ", count: width - name.count + 2))\(text)"
    }
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private static func words(of form: String) -> [String] {
    form.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.prefix { $0 != " " })
    }
  }

  private static let keys = """
    A line is edited with the arrow keys, Home, End, Delete and Ctrl-A E B F D K U W Y;
    up and down bring earlier lines back. Ctrl-C gives a line up; while a command is
    carried out it ends the program. Ctrl-D ends, too. A terminal that cannot move its
    cursor, such as TERM=dumb, edits lines in its own way, and Ctrl-C ends the program.
    """
}
