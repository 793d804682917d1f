/// Writes to `n` sources in one batch.
///
///     source i -> +1 -> sum -> effect
///
/// The operation is a batch. Asserted: the sum after each, and one effect run for each.
struct Batch: Scenario {
  static let name = "batch"
  let n: Int

  var runs: Int { n + 2 }
  var absences: [Race.Absence] { [.naive("it runs the effect once for each write")] }

  func counts(of contender: Identity) -> Counts { Counts(recomputations: n + 1, effects: 1) }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let list = (0..<n).map { _ in engine.source(0) }
    let sum = engine.derive(
      list.map { engine.derive(engine.node($0), by: Adding(amount: 1)) }, by: AddingAll())
    engine.effect(on: sum, into: sink)
    let sources = Borrowed(list)
    var value = 0
    return {
      value += 1
      engine.batch {
        for index in sources.indices { sources.with(index) { engine.write(value, to: $0) } }
      }
      let expected = sources.indices.count * (value + 1)
      try VoidRun.unless(engine.read(sum), is: expected, "as the sum", of: Self.name)
    }
  }
}
