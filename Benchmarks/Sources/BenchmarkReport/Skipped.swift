/// Sentences about the parts of a run that were skipped.
package enum Skipped {
  /// Returns a line for each reason, with all subjects that were skipped for it.
  package static func lines(
    _ title: String, _ skipped: [(subject: String, reason: String)]
  ) -> [String] {
    var reasons: [String] = []
    var subjects: [String: [String]] = [:]
    for (subject, reason) in skipped {
      if subjects[reason] == nil { reasons.append(reason) }
      let known = subjects[reason, default: []]
      if !known.contains(subject) { subjects[reason] = known + [subject] }
    }
    return reasons.map { reason in
      "\(title): \(reason): \(subjects[reason, default: []].joined(separator: ", "))."
    }
  }
}
