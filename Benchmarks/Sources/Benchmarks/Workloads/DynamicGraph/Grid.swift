/// A dynamic graph of js-reactivity-benchmark: rows of derived values over changing inputs.
///
/// Each value reads some values of the row before, and not always the same ones.
///
///     sources  0   1   2   3  ...
///              | \ | \ | \ | \
///     row 1    0   1   2   3  ...       value j has inputs j, j + 1, ... of the row before
///              | \ | \ | \ | \
///     row 2    0   1   2   3  ...       one effect reads the selected columns of the last row
///
/// The operation is a run: many writes, each of one source in a batch, followed by a read of the
/// selected columns of the last row. Asserted: the sum of these at the end, and the computations of
/// the run.
struct Grid: Scenario {
  static let name = "dynamic"
  let shape: GridShape

  var name: String { "dynamic.\(shape.width)x\(shape.layers)" }
  var n: Int { shape.width * (shape.layers - 1) }
  var runs: Int { shape.recomputations }

  var absences: [Race.Absence] {
    let reason = "it computes once for each path"
    return [.naive(reason), .observation("it takes too long")]
      + (shape.isStatic ? [] : [.declared("what is read changes with the values")])
  }

  func counts(of contender: Identity) -> Counts {
    Counts(
      recomputations: contender == Handwritten.identity
        ? shape.eagerRecomputations : shape.recomputations,
      effects: shape.effects)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let (sources, rows) = makeRows(in: engine)
    let lastRow = rows.last ?? []
    let read = shape.readColumns.map { lastRow[$0] }
    let (heads, leaves) = (Borrowed(sources), Borrowed(read))
    engine.effect(on: read[...], GridReaction(count: read.count, sink: sink))
    let shape = shape
    return {
      for iteration in 0..<shape.iterations {
        let column = iteration % shape.width
        let value = Double(iteration + column).word
        engine.batch { heads.with(column) { engine.write(value, to: $0) } }
        for index in leaves.indices { Opaque.consume(leaves.with(index) { engine.read($0) }) }
      }
      let sum = leaves.indices.reduce(0) { sum, index in
        sum + Double(word: leaves.with(index) { engine.read($0) })
      }
      // Nodes without readers live until the end of the run.
      try withExtendedLifetime(rows) {
        try VoidRun.unless(sum.word, is: shape.sum.word, "as the sum's bits", of: shape.title)
      }
    }
  }

  private func makeRows<E: GeneralEngine>(in engine: E) -> ([E.Source], [[E.Node]]) {
    var random = Sfc32(seed: "seed")
    let sources = (0..<shape.width).map { engine.source(Double($0).word) }
    var rows = [sources.map { engine.node($0) }]
    for row in 1..<shape.layers {
      rows.append(
        (0..<shape.width).map { column in
          let inputs = (0..<shape.inputs).map { rows[row - 1][(column + $0) % shape.width] }
          return random.next() < shape.staticFraction
            ? engine.derive(inputs, by: GridSum(count: shape.inputs))
            : engine.derive(inputs, by: GridChoice(count: shape.inputs))
        }
      )
    }
    return (sources, rows)
  }
}
