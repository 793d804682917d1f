extension Int {
  /// The number with a comma in front of every three digits: `1,510`.
  ///
  /// It is not negative.
  var grouped: String {
    if self < 1_000 { return "\(self)" }
    let lastDigits = "\(self % 1_000 + 1_000)".dropFirst()
    return "\((self / 1_000).grouped),\(lastDigits)"
  }
}
