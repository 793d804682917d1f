/// The lines that a person types on a terminal that cannot move its cursor.
///
/// The terminal echoes the keys and sends whole lines. Keys that are no text, such as the arrow
/// keys, do not become part of a line. A tab does: the terminal does not tell whether it was pasted.
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

  /// Returns the text among the keys of a line; a line that is not UTF-8 stays as it is.
  static func text(of line: [UInt8]) -> [UInt8] {
    guard String(decoding: line, as: UTF8.self).utf8.elementsEqual(line) else { return line }
    let tab = UInt8(ascii: "\t")
    return Array(
      line.split(separator: tab, omittingEmptySubsequences: false).map(textBetweenTabs)
        .joined(separator: [tab]))
  }

  private static func textBetweenTabs(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoder = KeyDecoder()
    var text: [UInt8] = []
    for case .text(let part) in decoder.keys(for: Array(bytes)) { text += part.utf8 }
    return text
  }
}
