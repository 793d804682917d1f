extension Race {
  /// Makes a race of all contenders over a workload's graph.
  init<W: Workload>(_ workload: W) {
    var field = Field(workload)
    field.admit(UpkeepDeclared.self)
    field.admit(UpkeepTracked.self)
    field.admit(Handwritten.self)
    field.admit(Raw.self)
    field.admit(Naive.self)
    field.admit(Observed.self)
    self.init(
      name: workload.name, n: workload.n, runs: workload.shape.runs, entrants: field.entrants,
      absences: field.absences)
  }
}

/// The contenders that run a workload, and those that do not.
private struct Field<W: Workload> {
  private(set) var entrants: [Entrant] = []
  private(set) var absences: [Race.Absence] = []
  private let workload: W

  init(_ workload: W) { self.workload = workload }

  mutating func admit<E: Engine>(_ engine: E.Type) {
    if let reason = E.objection(to: workload.shape) {
      absences.append(Race.Absence(identity: E.identity, reason: reason))
    } else {
      entrants.append(Entrant(engine, workload))
    }
  }
}

extension Entrant {
  init<E: Engine, W: Workload>(_ engine: E.Type, _ workload: W) {
    self.init(
      E.identity,
      count: { try GraphContestant<Counted<E>, W>.count(workload) },
      contestant: { GraphContestant<E, W>(workload) })
  }
}
