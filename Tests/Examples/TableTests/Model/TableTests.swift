import Differential
import ExampleScripts
import Testing
import Upkeep
import UpkeepCollections

@testable import LiveTable

@Suite struct TableTests {
  @Test(arguments: 0..<amount(40, long: 2_000))
  func `random changes show the same rows as a new computation`(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let count = Int.random(in: 0...60, using: &generator)
    let rows = (0..<count).map { Row(id: $0 + 2, fields: fields(&generator)) }
    let columns = ["number", "small", "text"].map { Column(name: $0, isNumeric: $0 != "text") }
    let table = Table(TableFile(columns: columns, rows: rows))
    var naive = NaiveTable(rows: rows)
    for _ in 0..<60 {
      table.change { change(table, &naive, &generator) }
      if Bool.random(using: &generator) { continue }
      try #require(table.screen.lines == naive.shown)
      try #require(table.filtered.value.count == naive.filtered.count)
      try #require(table.total?.sum == naive.sum)
      if naive.total != nil { try #require(table.total?.average == naive.average) }
      try #require(table.sections == naive.sections)
    }
  }

  private func fields(_ generator: inout SplitMix) -> [Field] {
    values(&generator).map { Int.random(in: 0..<6, using: &generator) == 0 ? .missing : $0 }
  }

  private func values(_ generator: inout SplitMix) -> [Field] {
    [
      // Sums of halves are exact.
      .number(Double(Int.random(in: -100...100, using: &generator)) / 2),
      .number(Double(Int.random(in: 0..<4, using: &generator))),
      .text(["tea", "rye", "milk"][Int.random(in: 0..<3, using: &generator)]),
    ]
  }

  private func change(_ table: Table, _ naive: inout NaiveTable, _ generator: inout SplitMix) {
    let column = Int.random(in: 0..<3, using: &generator)
    let number = Int.random(in: 0..<2, using: &generator)
    let isOff = Int.random(in: 0..<5, using: &generator) == 0
    switch Int.random(in: 0..<16, using: &generator) {
    case 0:
      let comparison = Filter.Comparison.allCases.randomElement(using: &generator) ?? .equal
      let filter = Filter(
        column: column, comparison: comparison, value: values(&generator)[column])
      naive.filter = isOff ? nil : filter
      table.filter.value = naive.filter
    case 1:
      let order = Order(column: column, isDescending: Bool.random(using: &generator))
      naive.order = isOff ? nil : order
      table.order.value = naive.order
    case 2:
      let first = Int.random(in: 0..<70, using: &generator)
      naive.window = first..<first + Int.random(in: 0..<30, using: &generator)
      table.window.value = naive.window
    case 3:
      naive.group = isOff ? nil : column
      table.group(naive.group)
    case 4:
      naive.total = isOff ? nil : number
      table.total(naive.total)
    case 5:
      table.generate(3)
      naive.rows = Array(table.rows.value)
    case 6, 7:
      let fields = fields(&generator)
      table.add(fields)
      let id = table.rows.value.last?.id ?? 0
      naive.rows.append(Row(id: id, fields: fields))
    default:
      edit(table, &naive, column, &generator)
    }
  }

  private func edit(
    _ table: Table, _ naive: inout NaiveTable, _ column: Int, _ generator: inout SplitMix
  ) {
    guard let index = naive.rows.indices.randomElement(using: &generator) else { return }
    let id = naive.rows[index].id
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      table.rows.remove(id)
      naive.rows.remove(at: index)
    case 1:
      let target = Int.random(in: naive.rows.indices, using: &generator)
      table.rows.move(id, to: target)
      naive.rows.insert(naive.rows.remove(at: index), at: target)
    default:
      let field = fields(&generator)[column]
      table.rows.update(id) { $0.fields[column] = field }
      naive.rows[index].fields[column] = field
    }
  }

  @Test func `made-up rows are the same in every run`() throws {
    let tables = try (0..<2).map { _ in Table(try TableFile("a,b\n1,x\n2,y\n")) }
    for table in tables { table.generate(50) }
    #expect(tables[0].rows.value == tables[1].rows.value)
    #expect(tables[0].rows.value.count == 52)
    #expect(Set(tables[0].rows.value.map { $0.fields[1] }) == [.text("x"), .text("y")])
  }
}
