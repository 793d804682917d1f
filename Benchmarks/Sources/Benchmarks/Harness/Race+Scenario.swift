extension Race {
  /// Makes a race of all contenders that run a scenario.
  init<S: Scenario>(_ scenario: S) {
    let field: [Entrant] = [
      Entrant(UpkeepDeclared.self, scenario), Entrant(UpkeepTracked.self, scenario),
      Entrant(Handwritten.self, scenario), Entrant(Naive.self, scenario),
      Entrant(Observed.self, scenario),
    ]
    let absences = scenario.absences
    self.init(
      name: scenario.name, n: scenario.n, runs: scenario.runs, operations: scenario.operations,
      entrants: field.filter { entrant in
        !absences.contains { $0.identity == entrant.identity }
      },
      absences: absences)
  }
}

extension Entrant {
  fileprivate init<E: GeneralEngine, S: Scenario>(_ engine: E.Type, _ scenario: S) {
    self.init(
      E.identity,
      count: { try ScriptContestant<Counted<E>, S>.count(scenario) },
      contestant: { try ScriptContestant<E, S>(scenario) })
  }
}
