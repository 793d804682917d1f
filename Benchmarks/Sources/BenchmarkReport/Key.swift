/// The identity of a case: the same in every run.
package struct Key: Hashable {
  /// The workload: `deep`.
  package let name: String
  /// `declared` or `tracked`.
  package let form: String
  /// `upkeep`, `handwritten`, `raw`, `naive` or `observation`.
  package let engine: String
  /// The workload's size.
  package let n: Int

  package init(name: String, form: String, engine: String, n: Int) {
    self.name = name
    self.form = form
    self.engine = engine
    self.n = n
  }

  /// Whether the case measures this library; the others measure the machine, too.
  package var isUpkeep: Bool { engine == "upkeep" }
}

extension Key: CustomStringConvertible {
  package var description: String { "\(name) \(n), \(contender)" }

  /// The engine and its form.
  package var contender: String { "\(engine), \(form)" }
}
