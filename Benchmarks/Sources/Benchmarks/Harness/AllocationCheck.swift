import AllocationCounter

/// Checks that Upkeep allocates nothing per write in the steady state.
///
/// The check is untimed: it counts the allocations of the thread during writes to a graph that has
/// had as many writes before.
enum AllocationCheck {
  private static let writes = 1000

  /// A verdict for each selected workload and each form.
  static func verdicts(_ options: Options) throws -> [Verdict] {
    #if DEBUG
      return notMade("a debug build allocates where an optimised one does not")
    #else
      guard allocation_counting_is_available() else {
        return notMade("only Linux with glibc lets a program count its allocations")
      }
      return try verdicts(options, Deep(n: 1000)) + verdicts(options, Broad(n: 1000))
        + verdicts(options, Diamond(n: 100)) + verdicts(options, KairoUnstable())
    #endif
  }

  private static func notMade(_ reason: String) -> [Verdict] {
    [Verdict(isPassed: true, sentence: "allocations not checked: \(reason).")]
  }

  private static func verdicts<W: Workload>(
    _ options: Options, _ workload: W
  ) throws -> [Verdict] {
    guard options.includes(workload.name) else { return [] }
    return [
      try verdict(GraphContestant<UpkeepDeclared, W>(workload), workload),
      try verdict(GraphContestant<UpkeepTracked, W>(workload), workload),
    ]
  }

  /// The verdicts for a workload whose inputs change with every write.
  private static func verdicts(
    _ options: Options, _ scenario: KairoUnstable
  ) throws -> [Verdict] {
    guard options.includes(scenario.name) else { return [] }
    let contestant = try ScriptContestant<UpkeepTracked, KairoUnstable>(scenario)
    _ = try contestant.sample(10)
    let before = allocation_count()
    _ = try contestant.sample(10)
    let found = allocation_count() - before
    return [verdict(found, 10 * scenario.operations, scenario.name, scenario.n, .tracked)]
  }

  private static func verdict<E: Engine, W: Workload>(
    _ contestant: GraphContestant<E, W>, _ workload: W
  ) throws -> Verdict {
    _ = try contestant.sample(writes)
    let before = allocation_count()
    contestant.write(writes)
    let found = allocation_count() - before
    return verdict(found, writes, workload.name, workload.n, E.identity.form)
  }

  private static func verdict(
    _ found: Int, _ writes: Int, _ name: String, _ n: Int, _ form: Identity.Form
  ) -> Verdict {
    let result = found == 0 ? "passed" : "FAILED"
    return Verdict(
      isPassed: found == 0,
      sentence: "allocations \(result): \(name) \(n), upkeep, \(form): "
        + "expected 0 in \(writes) writes, found \(found).")
  }
}
