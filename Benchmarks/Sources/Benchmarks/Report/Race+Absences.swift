extension Race {
  /// The engines that do not take part.
  var skippedEngines: Set<String> { Set(absences.map { $0.identity.engine.rawValue }) }

  /// This race, with the reason, for each contender that does not take part.
  var skips: [(subject: String, reason: String)] {
    absences.map { ("\(name) \(n)", "\($0.identity): \($0.reason)") }
  }
}
