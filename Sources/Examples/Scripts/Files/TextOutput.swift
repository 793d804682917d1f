/// Buffered text for standard output or standard error.
package final class TextOutput {
  /// Whether the output is a terminal, which must not receive control characters of the text.
  package let isTerminal: Bool

  /// Called before anything is written.
  package var beforeWriting: () -> Void = {}

  private let file: FileDescriptor
  private var bytes: [UInt8] = []

  /// The error of a failed write, after which nothing is written any more.
  package private(set) var failure: SystemError?

  /// Creates an output that writes to an open file.
  package init(to file: FileDescriptor) {
    self.file = file
    isTerminal = file.isTerminal
  }

  /// Adds a line, or several.
  ///
  /// On a terminal, control characters are escaped.
  package func printLine(_ text: String) {
    let text = isTerminal ? text.escapedForTerminal(keepingLineEnds: true) : text
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count > 1 << 16 { flush() }
  }

  /// Adds a text unchanged, without a line end.
  package func printPart(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the buffered text.
  ///
  /// After a failure, output is dropped and work goes on, so that no edit or save is lost.
  package func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil, !bytes.isEmpty else { return }
    beforeWriting()
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      failure = error
    }
  }
}
