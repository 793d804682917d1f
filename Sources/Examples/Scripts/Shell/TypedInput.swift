/// The lines that a person types on a terminal that cannot move its cursor.
///
/// The terminal echoes the keys and sends whole lines. Keys that are no text, such as the arrow
/// keys and Tab, do not become part of a line.
struct TypedInput: LineSource {
  private var lines: LineInput
  private let output: TextOutput
  private let prompt: String

  /// Creates the input of a terminal.
  ///
  /// - Parameters:
  ///   - file: The input of the terminal.
  ///   - output: The output for the prompt.
  ///   - prompt: The text in front of every line.
  init(from file: FileDescriptor, promptingOn output: TextOutput, _ prompt: String) {
    lines = LineInput(from: file)
    self.output = output
    self.prompt = prompt
  }

  mutating func next(beforeWaiting: () -> Void) throws(SystemError) -> [UInt8]? {
    output.printPart(prompt)
    return try lines.next(beforeWaiting: beforeWaiting).map(Self.text)
  }

  /// Returns the text among the keys of a line.
  static func text(of line: [UInt8]) -> [UInt8] {
    var decoder = KeyDecoder()
    var text: [UInt8] = []
    for case .text(let part) in decoder.keys(for: line) { text += part.utf8 }
    return text
  }
}
