/// Text on its way to standard output or standard error, gathered so that it is written at once.
final class TextOutput {
  /// Whether a person sees it on a terminal, which must not obey the text.
  let isTerminal: Bool

  private let file: FileDescriptor
  private var bytes: [UInt8] = []

  /// The error that writing failed with; nothing is written any more.
  private(set) var failure: SystemError?

  /// Creates an output that writes to an open file.
  init(to file: FileDescriptor) {
    self.file = file
    isTerminal = file.isTerminal
  }

  /// Adds a line, or several.
  ///
  /// On a terminal, characters that would drive it are escaped.
  func printLine(_ text: String) {
    let text = isTerminal ? text.escapedForTerminal(keepingLineEnds: true) : text
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count > 1 << 16 { flush() }
  }

  /// Adds a text without a line end, as it is.
  func printPart(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the gathered text.
  ///
  /// Once that fails, output is dropped and work goes on: edits and saves must not be lost because
  /// nobody listens.
  func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil, !bytes.isEmpty else { return }
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      failure = error
    }
  }
}
