/// A mistake, by name.
struct Mutant {
  let name: String
  /// The script that is known to find the mistake.
  let finder: Int?

  /// Parses `NAME` or `NAME=SCRIPT`.
  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty, !name.hasPrefix("-") else {
      return nil
    }
    finder = parts.count == 2 ? Int(parts[1]) : nil
    if parts.count == 2, finder == nil { return nil }
    self.name = String(name)
  }
}
