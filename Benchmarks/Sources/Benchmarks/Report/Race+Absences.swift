extension Race {
  /// The engines that do not take part.
  var skippedEngines: Set<String> { Set(absences.map { $0.identity.engine.rawValue }) }

  /// A sentence for each contender that does not take part.
  var apologies: [String] {
    absences.map { "skipped: \(name) \(n), \($0.identity): \($0.reason)." }
  }
}
