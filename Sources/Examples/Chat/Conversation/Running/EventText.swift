import ExampleScripts

/// The text of an event of the store, folded to a few short lines.
struct EventText {
  /// The largest number of lines.
  static let height = 20
  /// The largest number of columns.
  static let width = 120

  /// The lines.
  let lines: [String]

  /// Folds a text.
  init(_ text: String) {
    let all = text.split(separator: "\n")
    let shown = all.count > Self.height ? all.prefix(Self.height - 1) : all[...]
    let more = all.count - shown.count
    lines =
      shown.map { String($0).escapedForTerminal().cut(toColumns: Self.width) }
      + (more > 0 ? ["… and \(more.grouped) more lines"] : [])
  }
}
