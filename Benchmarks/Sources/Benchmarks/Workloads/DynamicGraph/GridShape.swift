/// A configuration of js-reactivity-benchmark's dynamic graphs, with its published answers.
struct GridShape {
  let title: String
  /// The number of values in a row.
  let width: Int
  /// The number of rows, including the row of sources.
  let layers: Int
  /// The number of inputs of a derived value.
  let inputs: Int
  /// The fraction of the derived values that read all of their inputs.
  let staticFraction: Double
  /// The fraction of the last row that is read.
  let readFraction: Double
  /// The number of writes in a run.
  let iterations: Int
  /// The sum of the selected columns of the last row after a run.
  let sum: Double
  /// The computations of a run if only read values compute, with only the inputs that were read.
  let recomputations: Int
  /// The computations of a run if every value computes whose listed inputs changed.
  ///
  /// A plain simulation counted them; they are not published.
  let eagerRecomputations: Int
  /// The runs of the effect in a run, as a plain simulation counted them; they are not published.
  let effects: Int
}

extension GridShape {
  static let lazy10x5 = GridShape(
    title: "2-10x5 - lazy80%", width: 10, layers: 5, inputs: 2, staticFraction: 1,
    readFraction: 0.2, iterations: 600_000, sum: 19_199_968, recomputations: 3_480_000,
    eagerRecomputations: 8_400_000, effects: 480_000)

  static let lazy10x10 = GridShape(
    title: "6-10x10 - dyn25% - lazy80%", width: 10, layers: 10, inputs: 6, staticFraction: 0.75,
    readFraction: 0.2, iterations: 15_000, sum: 302_310_782_860, recomputations: 1_155_000,
    eagerRecomputations: 1_290_000, effects: 15_000)

  static let wide1000x12 = GridShape(
    title: "4-1000x12 - dyn5%", width: 1000, layers: 12, inputs: 4, staticFraction: 0.95,
    readFraction: 1, iterations: 7_000, sum: 29_355_933_696_000, recomputations: 1_463_000,
    eagerRecomputations: 1_463_000, effects: 7_000)

  static let wide1000x5 = GridShape(
    title: "25-1000x5", width: 1000, layers: 5, inputs: 25, staticFraction: 1, readFraction: 1,
    iterations: 3_000, sum: 1_171_484_375_000, recomputations: 732_000,
    eagerRecomputations: 732_000, effects: 3_000)

  static let deep5x500 = GridShape(
    title: "3-5x500", width: 5, layers: 500, inputs: 3, staticFraction: 1, readFraction: 1,
    iterations: 500, sum: 3.0239642676898464e241, recomputations: 1_246_500,
    eagerRecomputations: 1_246_500, effects: 500)

  static let mixed100x15 = GridShape(
    title: "6-100x15 - dyn50%", width: 100, layers: 15, inputs: 6, staticFraction: 0.5,
    readFraction: 1, iterations: 2_000, sum: 15_664_996_402_790_400, recomputations: 1_078_000,
    eagerRecomputations: 1_078_000, effects: 2_000)

  /// The second shape with fewer writes, for counts; the answers are those of handwritten code.
  static let counted10x10 = GridShape(
    title: "6-10x10 - dyn25% - lazy80%, short", width: 10, layers: 10, inputs: 6,
    staticFraction: 0.75, readFraction: 0.2, iterations: 100, sum: 1_995_442_060,
    recomputations: 7_700, eagerRecomputations: 8_600, effects: 100)

  static let all = [lazy10x5, lazy10x10, wide1000x12, wide1000x5, deep5x500, mixed100x15]

  /// Whether every derived value reads all of its inputs.
  var isStatic: Bool { staticFraction == 1 }

  /// The selected columns of the last row: all columns but those that a generator removes.
  var readColumns: [Int] {
    var random = Sfc32(seed: "seed")
    var columns = Array(0..<width)
    let removed = Int((Double(width) * (1 - readFraction)).rounded())
    for _ in 0..<removed { columns.remove(at: Int(random.next() * Double(columns.count))) }
    return columns
  }
}
