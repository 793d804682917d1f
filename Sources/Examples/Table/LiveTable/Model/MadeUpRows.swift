import ExampleScripts

/// A source of made-up rows, which are the same in every run.
///
/// Numbers are below 100,000. Texts are taken from the same column of the table.
struct MadeUpRows {
  private let columns: [Column]
  private let texts: [[Field]]
  private var generator = SplitMix(seed: 1)

  /// Creates the source of rows for a table.
  init(like rows: [Row], _ columns: [Column]) {
    self.columns = columns
    texts = columns.indices.map { column in
      columns[column].isNumeric
        ? [] : Set(rows.map { $0[column] }).subtracting([.missing]).sorted()
    }
  }

  /// Makes the fields of the next row.
  mutating func next() -> [Field] {
    columns.indices.map { column in
      let number = Int.random(in: 0..<100_000, using: &generator)
      if columns[column].isNumeric { return .number(Double(number)) }
      let texts = texts[column]
      return texts.isEmpty ? .text("text \(number % 10)") : texts[number % texts.count]
    }
  }
}
