import Testing

@testable import Upkeep

/// Runs a part of a test and returns the mistakes that were reported in it, each as `kind: facts`.
///
///     let mistakes = recordingMistakes { _ = total.value }
///     #expect(mistakes == ["writeInDerivation: total, count"])
///
/// - Parameter body: may make mistakes.
/// - Returns: the mistakes, in the order of their reports.
func recordingMistakes(_ body: () -> Void) -> [String] {
  var mistakes: [String] = []
  withMisuseHandler({ mistakes.append(summary(of: $0)) }, body)
  return mistakes
}

/// Runs a part of a test as `checkingInvariants` does, and expects these mistakes in it.
func expectMistakes(
  _ expected: [String], around properties: [UntypedProperty] = [],
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
) {
  let mistakes = checkingInvariants(of: properties, sourceLocation: sourceLocation) {
    recordingMistakes(body)
  }
  #expect(mistakes == expected, sourceLocation: sourceLocation)
}

private func summary(of misuse: Misuse) -> String {
  if let error = misuse.error as? CycleError {
    return "\(misuse.kind): \(error.path.joined(separator: " -> "))"
  }
  let message = misuse.description.replacing(#/ \([^()]*:\d+\)/#, with: "")
  guard let (pattern, form) = forms[misuse.kind],
    let found = try? Regex(pattern).firstMatch(in: message)
  else { return "\(misuse.kind): \(message)" }
  let facts = form.map { $0.wholeNumberValue.map { "\(found[$0].substring ?? "")" } ?? "\($0)" }
  return "\(misuse.kind): \(facts.joined())"
}

/// The facts in the message of each kind, and how a summary puts them.
private let forms = [
  "runawayFlush": ("stopped: (.*); they read (.*)\\. Usually", "1; 2"),
  "writeInDerivation": ("but (\\S+).*? (?:wrote to|connected|set) (\\S+).*?; ", "1, 2"),
  "undeclaredRead": ("but (\\S+).*? read (\\S+).*? and will not", "1, 2"),
  "overlappingAccess": ("but (\\S+).*? was\\. Use", "1"),
  "effectFailed": ("but (\\S+).*? threw: (.*)\\. Everything", "1; 2"),
  "effectsPileUp": ("last (.*) runs of (\\S+).*? left one more, (\\S+).*?\\. Make", "2, 3; 1"),
  "wrongType": ("written to (\\S+).*? must be of type (.*), but it was (.*); the", "1; 2, 3"),
  "notWritable": ("but (\\S+).*? is a (.*); the value", "1; 2"),
  "negativeAdvance": ("but (\\S+).*? was to advance", "1"),
  "deadlineWithoutActor": ("but (\\S+).*? was changed where", "1"),
  "instanceIsGone": ("that of (\\S+).*? is gone", "1"),
  "duplicateIdentity": (
    "but in (\\S+).*? those at (.*) and (.*) both have (.*); the later", "1 4 at 2, 3"
  ),
  "noSuchPosition": ("position in (\\S+).*? must be in (.*), but is (.*); nothing", "1 3, 2"),
  "identityChanged": (
    "but in (\\S+)(?: keyed array of \\S+)? (.*) became (.*); nothing", "1 from 2 to 3"
  ),
]
