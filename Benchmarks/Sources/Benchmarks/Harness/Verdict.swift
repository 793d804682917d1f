/// The result of a check beyond the answers and counts that every run asserts.
struct Verdict {
  let isPassed: Bool
  /// The result, for people.
  let sentence: String
}
