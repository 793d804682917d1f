/// The cells of a cycle, in the order in which they need each other.
///
/// The names are shared by every cell of the ring; the text is made only when somebody reads it,
/// since a ring of 10,000 cells would otherwise carry 10,000 long messages.
struct Ring: Hashable, CustomStringConvertible {
  /// More cells than this are not all written out.
  private static let longest = 100

  /// The addresses; the first is needed by the last.
  private let names: [String]

  /// Creates a ring from a path whose last name is its first again.
  init(path: [String]) {
    names = path
  }

  /// `A1 -> B1 -> A1`, from the cell that comes first in the sheet.
  var description: String {
    let cells = names.dropLast().compactMap { CellAddress($0) }
    guard let first = cells.indices.min(by: { cells[$0] < cells[$1] }) else {
      return names.joined(separator: " -> ")
    }
    var path = (cells[first...] + cells[..<first]).map(\.description)
    let start = path[0]
    if path.count > Self.longest {
      let hidden = path.count - 10
      path = path.prefix(9) + ["(\(hidden) more)"] + path.suffix(1)
    }
    return (path + [start]).joined(separator: " -> ")
  }

  /// Hashes the beginning of the ring alone, since every cell of a long ring may ask for the hash.
  func hash(into hasher: inout Hasher) {
    hasher.combine(names.prefix(8))
    hasher.combine(names.count)
  }
}
