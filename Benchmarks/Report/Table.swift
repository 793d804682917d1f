/// The output for people: a row per workload, size and form, a column per engine.
///
/// A cell holds nanoseconds per node run and, in brackets, the multiple of the handwritten
/// contender's, or of the yardstick that it names.
enum Table {
  private static let engineWidth = 21

  static var head: String {
    let engines = Identity.EngineName.allCases.map { $0.rawValue }
    let legend =
      "ns of thread CPU time per node run, median; in brackets the multiple of handwritten,\n"
      + "or of what is named there: a plain derived value, a batch without rollback\n\n"
    return legend + line("name", "form", "n", engines)
  }

  /// The rows of one race.
  static func rows(of race: Race, _ measurements: [Measurement]) -> String {
    Identity.Form.allCases.map { form in
      row(race, form, measurements.filter { $0.identity.form == form })
    }.joined()
  }

  private static func row(
    _ race: Race, _ form: Identity.Form, _ measurements: [Measurement]
  ) -> String {
    if measurements.isEmpty { return "" }
    let cells = Identity.EngineName.allCases.map { engine in
      measurements.first { $0.identity.engine == engine }.map(cell)
        ?? (race.isMissed(by: Identity(engine: engine, form: form)) ? "skipped" : "")
    }
    return line(race.name, form.rawValue, "\(race.n)", cells)
  }

  private static func cell(_ measurement: Measurement) -> String {
    let unit = measurement.ratioTo == "handwritten" ? "" : " \(measurement.ratioTo)"
    let ratio = measurement.ratio.map { " (\($0.short)\(unit))" } ?? ""
    return measurement.nsPerNode.short + ratio
  }

  private static func line(
    _ name: String, _ form: String, _ n: String, _ cells: [String]
  ) -> String {
    let engines = cells.map { padding($0, engineWidth) + $0 }.joined()
    let texts = name + padding(name, 20) + form + padding(form, 9) + padding(n, 8) + n
    return texts + engines + "\n"
  }

  private static func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count))
  }
}

extension Race {
  fileprivate func isMissed(by identity: Identity) -> Bool {
    absences.contains { $0.identity == identity }
  }

  /// A sentence for each contender that takes no part.
  var apologies: [String] {
    absences.map { "skipped: \(name) \(n), \($0.identity): \($0.reason)." }
  }
}
