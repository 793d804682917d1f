extension Int {
  /// The number with a comma before each group of three digits: `1,510`.
  ///
  /// The number must not be negative.
  package var grouped: String {
    if self < 1_000 { return "\(self)" }
    let lastDigits = "\(self % 1_000 + 1_000)".dropFirst()
    return "\((self / 1_000).grouped),\(lastDigits)"
  }
}
