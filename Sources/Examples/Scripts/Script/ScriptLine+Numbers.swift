extension ScriptLine {
  /// The longest time that passes in one step.
  package static let longestWait = Duration.seconds(3_600)

  /// Reads a number of up to nine digits.
  ///
  /// - Throws: The mistake that something else than a number in the range stands there.
  package mutating func takeNumber(
    in range: ClosedRange<Int>, _ expected: String
  ) throws(ScriptMistake) -> Int {
    let start = self
    guard let number = Self.number(takeWord()), range.contains(number) else {
      throw start.mistake(expected)
    }
    return number
  }

  /// Reads a decimal number of seconds up to an hour, with up to three digits behind the point.
  package mutating func takeSeconds() throws(ScriptMistake) -> Duration {
    let start = self
    let parts = takeWord().split(separator: ".", omittingEmptySubsequences: false)
    if let whole = parts.first.flatMap(Self.number), parts.count <= 2 {
      let fraction = parts.count == 2 ? parts[1] : "0"
      let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
      if !fraction.isEmpty, padded.count == 3, let thousandths = Self.number(padded) {
        let duration = Duration.seconds(whole) + .milliseconds(thousandths)
        if duration <= Self.longestWait { return duration }
      }
    }
    throw start.mistake("seconds from 0 to 3600, with at most three digits behind the point")
  }

  /// The number that up to nine digits spell; `nil` for any other text.
  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.count <= 9 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(digits) : nil
  }
}
