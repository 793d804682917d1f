/// Everything that the screen shows at a moment.
struct Frame: Equatable, Sendable {
  /// A quote on the watch list.
  struct Row: Equatable, Sendable {
    let symbol: String
    let last: Double
    let change: Double
  }

  /// The prices of a sector, added up.
  struct Sum: Equatable, Sendable {
    let sector: String
    let price: Double
  }

  /// The quotes that have gained most.
  let top: [Row]
  let sums: [Sum]
  /// The number of quotes on the watch list.
  let watched: Int
  let quotes: Int
  let batches: Int
  let ticks: Int

  /// The calls of closures since the frame before.
  let work: Work
}
