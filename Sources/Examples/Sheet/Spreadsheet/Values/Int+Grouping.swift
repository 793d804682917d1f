extension Int {
  /// The number with a comma in front of every three digits: `1,510`.
  ///
  /// It is not negative.
  var grouped: String {
    self < 1_000
      ? "\(self)" : (self / 1_000).grouped + "," + "\(self % 1_000 + 1_000)".dropFirst()
  }
}
