import Testing

@testable import Upkeep

/// Runs a part of a test and returns the mistakes that were reported in it, each as `kind: names`.
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

private func summary(of misuse: Misuse) -> String {
  switch misuse {
  case .cycle(let error):
    "cycle: \(error.path.joined(separator: " -> "))"
  case .runawayFlush(let effects, let properties, _):
    "runawayFlush: \(names(effects)); \(names(properties))"
  case .writeInDerivation(let derivation, let property):
    "writeInDerivation: \(names([derivation, property]))"
  case .undeclaredRead(let derivation, let property):
    "undeclaredRead: \(names([derivation, property]))"
  case .overlappingAccess(let property):
    "overlappingAccess: \(names([property]))"
  case .sentInsideTurn(let name):
    "sentInsideTurn: \(names([name]))"
  case .effectFailed(let effect, let error):
    "effectFailed: \(names([effect])); \(error)"
  case .effectsPileUp(let effect, let made, let runs):
    "effectsPileUp: \(names([effect, made])); \(runs)"
  case .wrongType(let property, let expected, let found):
    "wrongType: \(names([property])); \(expected), \(found)"
  case .notWritable(let property, let kind):
    "notWritable: \(names([property])); \(kind)"
  case .stackExhausted(let property, _):
    "stackExhausted: \(names([property]))"
  case .writesNestTooDeep(let definition, _):
    "writesNestTooDeep: \(names([definition]))"
  case .scopedTooDeep(let depth, let limit):
    "scopedTooDeep: \(depth), \(limit)"
  case .negativeAdvance(let clock, _):
    "negativeAdvance: \(names([clock]))"
  case .deadlineWithoutClock(let property):
    "deadlineWithoutClock: \(names([property]))"
  case .instanceIsGone(let property):
    "instanceIsGone: \(names([property]))"
  case .noIsolation(let definition):
    "noIsolation: \(names([definition]))"
  case .duplicateIdentity(let collection, let id, let first, let second):
    "duplicateIdentity: \(names([collection])) \(id) at \(first), \(second)"
  case .identityChanged(let collection, let from, let to):
    "identityChanged: \(names([collection])) from \(from) to \(to)"
  case .definitionMadeAnew(let definition):
    "definitionMadeAnew: \(names([definition]))"
  case .savingFailed(let atom, let problem):
    "savingFailed: \(names([atom])); \(problem)"
  case .unfollowedModel(let derivation):
    "unfollowedModel: \(names([derivation]))"
  case .registrationsPileUp(let derivation, let registrations):
    "registrationsPileUp: \(names([derivation])); \(registrations)"
  case .followingWithoutIsolation(let effect):
    "followingWithoutIsolation: \(names([effect]))"
  case .runawayActions(let store, let action, let depth):
    "runawayActions: \(names([store])); \(action), \(depth)"
  }
}

/// The names without the file and line that a `Label` appends.
private func names(_ labels: [String]) -> String {
  labels.map { String($0.prefix { $0 != " " }) }.joined(separator: ", ")
}
