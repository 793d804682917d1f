/// The findings of a check, beyond the answers and counts that every run asserts.
struct Verdict {
  let isPassed: Bool
  /// The finding, for a person.
  let sentence: String
}
