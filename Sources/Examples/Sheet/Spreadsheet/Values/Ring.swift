/// The cells of a cycle, in the order in which they need each other.
///
/// All cells of the ring share the names. The text is made only when it is read; otherwise a ring
/// of 10,000 cells would hold 10,000 long messages.
struct Ring: Hashable, CustomStringConvertible {
  /// The largest number of cells that are all written out.
  private static let longest = 100

  /// The addresses; the last cell needs the first.
  private let names: [String]

  /// Creates a ring from a path whose last name repeats the first.
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

  /// Hashes only the beginning of the ring, because every cell of a long ring may need the hash.
  func hash(into hasher: inout Hasher) {
    hasher.combine(names.prefix(8))
    hasher.combine(names.count)
  }
}
