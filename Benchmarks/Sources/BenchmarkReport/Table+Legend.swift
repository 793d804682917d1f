extension Table {
  /// Explains the contenders, and each column.
  package static var legend: String {
    let engines = contenders.map { ["  \($0.name)", $0.explanation] }
    let columns = columns.map { ["  \($0.title)", $0.explanation] }
    let grid = { (rows: [[String]]) in Grid(columns: [.left, .left], rows: rows).text }
    return """
      Contenders do the same work and take turns, sample by sample. Each answer and each count is checked.

      \(grid(engines))
      Columns of the table:

      \(grid(columns))
      """
  }

  private static let contenders = [
    (name: "upkeep", explanation: "this library, in two forms: see the column form"),
    (
      name: "handwritten",
      explanation: "closures in dependency order, each of which runs if an input has changed"
    ),
    (name: "raw", explanation: "C function pointers over a flat buffer: the lower bound"),
    (name: "naive", explanation: "classes and closures that push each change to their readers"),
    (
      name: "observation",
      explanation: "the toolchain's Observation; an effect registers again after each run"
    ),
  ]
}
