/// The advice in a message about an unknown name.
///
/// The benchmarks are a package of their own, which does not see `NearNames` of the examples. This
/// one also knows the parts of a workload's name, and lists all names if none is near.
package enum NameAdvice {
  /// The largest number of names that are offered.
  private static let most = 3

  /// The number of characters of a typed name that are compared.
  private static let longest = 40

  /// Returns the end of a message about an unknown name: the near names, or all if none is near.
  package static func text(for name: String, among known: [String]) -> String {
    let near = of(name, among: words(of: known))
    guard let last = near.last else { return "; there are \(known.joined(separator: ", "))." }
    let others = near.dropLast().joined(separator: ", ")
    return "; did you mean \(others.isEmpty ? "" : "\(others) or ")\(last)?"
  }

  /// Returns the names and their parts between points, each once.
  private static func words(of names: [String]) -> [String] {
    var seen: Set<String> = []
    let parts = names.flatMap { $0.split(separator: ".").map(String.init) }
    return (names + parts).filter { seen.insert($0).inserted }
  }

  /// Returns the names that differ in few letters, the nearest first; case is ignored.
  private static func of(_ name: String, among known: [String]) -> [String] {
    let typed = Array(name.prefix(longest).lowercased())
    let ranked = known.enumerated().compactMap { index, other in
      let letters = Array(other.lowercased())
      let distance = distance(typed, letters)
      let isNear = distance <= max(1, typed.count / 3) && distance < letters.count
      return isNear ? (distance: distance, index: index, name: other) : nil
    }
    let sorted = ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    return sorted.prefix(most).map(\.name)
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
