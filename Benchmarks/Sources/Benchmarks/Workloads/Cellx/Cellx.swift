/// "cellx": layers of four derived values that read the layer before, and an effect on each value.
///
///     p1 = previous p2         p2 = previous p1 - previous p3
///     p4 = previous p3         p3 = previous p2 + previous p4
///
/// The operation, on a new graph, reads the last layer, writes the four sources in one batch, and
/// reads again. Asserted: both answers, and the counts of a plain simulation.
struct Cellx: Scenario {
  static let name = "cellx"
  /// The number of layers.
  let n: Int
  private let model: CellxModel

  init(n: Int) {
    self.n = n
    model = CellxModel(layers: n)
  }

  /// The number of its derived values and effects.
  var runs: Int { 8 * n }
  var isFresh: Bool { true }

  var absences: [Race.Absence] {
    [.naive("it computes once for each path, of which there are some 2^\(n)")]
      + (n > 1000 ? [.observation("it takes too long")] : [])
  }

  func counts(of contender: Identity) -> Counts { model.counts }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let sources = CellxModel.before.map { engine.source($0) }
    var layer = sources.map { engine.node($0) }
    for _ in 0..<n {
      layer = [
        engine.derive(layer[1], by: Adding(amount: 0)),
        engine.derive(layer[0], layer[2], by: Subtracting()),
        engine.derive(layer[1], layer[3], by: AddingTwo()),
        engine.derive(layer[2], by: Adding(amount: 0)),
      ]
      for node in layer { engine.effect(on: node, into: sink) }
    }
    let (last, model) = (layer, model)
    return {
      try model.check(last.map { engine.read($0) }, model.lastBefore)
      engine.batch {
        for (source, value) in zip(sources, CellxModel.after) { engine.write(value, to: source) }
      }
      try model.check(last.map { engine.read($0) }, model.lastAfter)
    }
  }
}
