import DelimitedText
import ExampleScripts

/// The ticks of a file of comma-separated values.
///
///     symbol,sector,price
///     ACME,Metals,20
///     ACME,Metals,20.5
///
/// The first price of a symbol is its price before the first tick. Blank lines mean nothing.
struct Recording: TickSource {
  private static let header = ["symbol", "sector", "price"]

  private(set) var quotes: [Quote] = []
  private var ticks: [Tick] = []
  private var position = 0
  private var ids: [String: Quote.ID] = [:]

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) throws(FileMistake) {
    var rows: [[CSVField]] = []
    do throws(CSVError) {
      try CSVReader.read(bytes) { field in
        if field.column == 1 { rows.append([]) }
        rows[rows.count - 1].append(field)
      }
    } catch {
      throw FileMistake(error)
    }
    let form = Self.header.joined(separator: ",")
    var isFirst = true
    for row in rows where row.map(\.text) != [""] {
      if let other = row.dropFirst(Self.header.count).first {
        throw other.mistake("the end of the line", in: bytes)
      } else if row.count < Self.header.count {
        throw FileMistake(
          at: row[0].offset, in: bytes, expected: form, found: "\(row.count) of these fields")
      } else if isFirst {
        for (field, name) in zip(row, Self.header) where field.text != name {
          throw field.mistake(name, in: bytes)
        }
        isFirst = false
      } else {
        try add(row, in: bytes)
      }
    }
    if ticks.isEmpty {
      throw FileMistake(
        at: bytes.count, in: bytes, expected: isFirst ? form : "a tick",
        found: "the end of the file")
    }
  }

  private mutating func add(_ row: [CSVField], in bytes: [UInt8]) throws(FileMistake) {
    let (symbol, sector) = (row[0].text, row[1].text)
    if symbol.isEmpty { throw row[0].mistake("a symbol", in: bytes) }
    guard let price = Double(row[2].text), price.isFinite, price > 0 else {
      throw row[2].mistake("a price above 0", in: bytes)
    }
    let id = ids[symbol] ?? quotes.count
    if id == quotes.count {
      ids[symbol] = id
      quotes.append(Quote(id: id, symbol: symbol, sector: sector, open: price, last: price))
    } else if quotes[id].sector != sector {
      throw row[1].mistake(
        "\(TextLine.quoted(quotes[id].sector[...])), as before", in: bytes)
    }
    ticks.append(Tick(id: id, price: price))
  }

  mutating func next(_ count: Int) -> [Tick] {
    let batch = ticks[position...].prefix(count)
    position += batch.count
    return Array(batch)
  }
}

extension CSVField {
  /// Returns the mistake that the text of the field is not the expected one.
  fileprivate func mistake(_ expected: String, in bytes: [UInt8]) -> FileMistake {
    FileMistake(
      at: offset, in: bytes, expected: expected,
      found: text.isEmpty ? "nothing" : TextLine.quoted(text[...]))
  }
}
