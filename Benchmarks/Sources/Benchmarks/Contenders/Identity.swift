/// The identity of a contender: its engine, and the form in which the engine learns of inputs.
struct Identity: Hashable {
  /// The engines that are compared, in the order of the table's columns.
  enum EngineName: String, CaseIterable {
    case upkeep, handwritten, raw, naive, observation
  }

  /// The way in which an engine learns of a derived value's inputs.
  enum Form: String, CaseIterable {
    /// The inputs are listed when the value is created.
    case declared
    /// The inputs are found by tracking the reads of the value's closure.
    case tracked
  }

  let engine: EngineName
  let form: Form
}

extension Identity: CustomStringConvertible {
  var description: String { "\(engine.rawValue), \(form.rawValue)" }
}
