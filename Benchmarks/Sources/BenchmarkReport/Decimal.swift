extension Double {
  /// The rounded number with `digits` decimal places; for numbers that are not negative.
  package func fixed(_ digits: Int) -> String {
    guard isFinite else { return "\(self)" }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let whole = (self * Double(scale)).rounded()
    guard whole < 0x1p62 else { return "\(self)" }
    let scaled = Int(whole)
    guard digits > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % scale)"
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// The number with about three significant digits.
  package var short: String {
    switch self {
    case ..<10: fixed(2)
    case ..<100: fixed(1)
    default: fixed(0)
    }
  }
}
