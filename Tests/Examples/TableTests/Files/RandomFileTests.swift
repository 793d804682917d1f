import Differential
import Testing
import Upkeep

@testable import LiveTable

@Suite struct RandomFileTests {
  @Test(arguments: 0..<amount(300, long: 3_000))
  func `a file in any form is the table that was written, and answers as one`(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let written = RandomFile(&generator)
    let file = try TableFile(written.bytes)
    try #require(file.columns.map(\.name) == written.names)
    try #require(file.columns.map(\.isNumeric) == written.areNumeric)
    try #require(file.rows == written.rows)
    // Equal texts may have other scalars.
    let texts = (file.rows + written.rows).map { $0.fields.map { Array($0.description.utf8) } }
    try #require(texts.prefix(written.rows.count).elementsEqual(texts.suffix(written.rows.count)))
    let table = Table(file)
    var naive = NaiveTable(rows: written.rows)
    for (column, isNumeric) in written.areNumeric.enumerated() {
      for isDescending in [false, true] {
        naive.order = Order(column: column, isDescending: isDescending)
        table.order.value = naive.order
        try #require(table.screen.lines == naive.shown)
      }
      naive.total = isNumeric ? column : nil
      table.total(naive.total)
      try #require(table.total?.sum == naive.sum)
      if isNumeric { try #require(table.total?.average == naive.average) }
      guard let row = written.rows.randomElement(using: &generator) else { continue }
      for comparison in Filter.Comparison.allCases where row.fields[column] != .missing {
        naive.filter = Filter(column: column, comparison: comparison, value: row.fields[column])
        table.filter.value = naive.filter
        try #require(table.screen.lines == naive.shown)
      }
    }
  }
}
