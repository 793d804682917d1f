/// The identity of a contender: its engine and the form in which that engine learns of inputs.
struct Identity: Hashable {
  /// The engines that are compared, in the order of the table's columns.
  enum EngineName: String, CaseIterable {
    case upkeep, handwritten, raw, naive, observation
  }

  /// The way in which a derived value's inputs become known.
  enum Form: String, CaseIterable {
    /// They are listed when the value is created.
    case declared
    /// They are found by watching the reads of the value's closure.
    case tracked
  }

  let engine: EngineName
  let form: Form
}

extension Identity: CustomStringConvertible {
  var description: String { "\(engine.rawValue), \(form.rawValue)" }
}
