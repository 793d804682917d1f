import BenchmarkReport

extension Measurement {
  /// The measurement as a report shows it.
  var reported: Case {
    Case(
      Key(
        name: name, form: identity.form.rawValue, engine: identity.engine.rawValue, n: n),
      nsPerWrite: nsPerWrite, nsPerNode: nsPerNode, ratioToHandwritten: ratioToHandwritten,
      recomputations: recomputations, effects: effects, samples: samples, spread: spread,
      yardstick: ratioTo == "handwritten"
        ? nil : ratio.map { Case.Yardstick(name: ratioTo, ratio: $0) })
  }
}
