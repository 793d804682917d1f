/// Decides when a run writes a line about its progress into a pipe or a file.
package struct ProgressLines {
  /// The least time between two lines, in seconds.
  private static let interval = 5

  private var last: Int?

  package init() {}

  /// Returns the line to write; `nil` if the last line is too recent.
  package mutating func line(_ text: String, after seconds: Int) -> String? {
    if let last, seconds < last + Self.interval { return nil }
    last = seconds
    return "after \(seconds) s: \(text)\n"
  }
}
