/// The output for tools: one array with an object per measured case.
///
/// Keys and units do not change between versions.
struct JSONReport {
  let measurements: [Measurement]

  var text: String {
    let objects = measurements.map { "  {" + fields(of: $0).joined(separator: ", ") + "}" }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  // Names hold no character that JSON would want escaped.
  private func fields(of measurement: Measurement) -> [String] {
    [
      "\"name\": \"\(measurement.name)\"",
      "\"form\": \"\(measurement.identity.form.rawValue)\"",
      "\"engine\": \"\(measurement.identity.engine.rawValue)\"",
      "\"n\": \(measurement.n)",
      "\"nsPerWrite\": \(measurement.nsPerWrite.fixed(2))",
      "\"nsPerNode\": \(measurement.nsPerNode.fixed(4))",
      "\"ratioToHandwritten\": \(measurement.ratioToHandwritten?.fixed(4) ?? "null")",
      "\"ratio\": \(measurement.ratio?.fixed(4) ?? "null")",
      "\"ratioTo\": \"\(measurement.ratioTo)\"",
      "\"recomputations\": \(measurement.recomputations)",
      "\"effects\": \(measurement.effects)",
      "\"samples\": \(measurement.samples)",
      "\"checked\": true",
    ]
  }
}
