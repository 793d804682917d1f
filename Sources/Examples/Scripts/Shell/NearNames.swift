/// The known names that an unknown typed name may stand for.
package enum NearNames {
  /// The largest number of names that are offered.
  private static let most = 3

  /// The number of characters of a typed name that are compared; every known name is shorter.
  private static let longest = 40

  /// Returns the known names that are near to a name, the nearest first.
  ///
  /// A name is near if a few letters are changed, added, missing or swapped, if the beginning is
  /// the same (`CONCATENATE` for `CONCAT`), or if letters are left out (`AVG` for `AVERAGE`). Case
  /// is ignored.
  ///
  /// - Complexity: O(names · length²).
  package static func of(_ name: String, among known: [String]) -> [String] {
    let typed = Array(name.lowercased().prefix(longest))
    guard !typed.isEmpty else { return [] }
    let ranked = known.enumerated().compactMap { index, other in
      rank(typed, Array(other.lowercased())).map { (rank: $0, index: index, name: other) }
    }
    let sorted = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    return sorted.prefix(sorted.first?.rank == 0 ? 1 : most).map(\.name)
  }

  /// The end of a message, `; did you mean SUM or SUMIF?`; empty if no name is near.
  package static func hint(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    let others = names.dropLast().joined(separator: ", ")
    return "; did you mean " + (others.isEmpty ? "" : "\(others) or ") + "\(last)?"
  }

  /// Returns the rank of a near name, or `nil` if the name is not near.
  ///
  /// The distance of two names comes first, then a common beginning, then letters left out.
  private static func rank(_ typed: [Character], _ other: [Character]) -> Int? {
    let distance = distance(typed, other)
    if distance <= max(1, typed.count / 3), distance < other.count {
      return distance
    }
    guard typed.count > 1, typed.first == other.first else { return nil }
    if other.starts(with: typed) || typed.starts(with: other) { return longest }
    var rest = typed[...]
    for character in other where character == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 2 * longest : nil
  }

  /// The number of letters to change, add, remove or swap with a neighbour (the optimal string
  /// alignment distance).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var (older, old) = ([Int](), Array(0...right.count))
    for (row, letter) in left.enumerated() {
      var new = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(old[column + 1] + 1, new[column] + 1)
        least = min(least, old[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, older[column - 1] + 1)
        }
        new.append(least)
      }
      (older, old) = (old, new)
    }
    return old[right.count]
  }
}
