/// The meaning of a word that is read as a reference.
///
///     ReferenceText("B12".utf8)   // .address of column 2, row 12
///     ReferenceText("$b".utf8)    // .column(2)
///     ReferenceText("A0".utf8)    // .outside
///     ReferenceText("rate".utf8)  // .outside: read as a column it would lie beyond ZZZ
///     ReferenceText("x_1".utf8)   // nil
enum ReferenceText: Equatable {
  /// One cell.
  case address(CellAddress)

  /// Only letters: next to a colon, a whole column; otherwise, a name.
  case column(Int)

  /// A text that is shaped like a reference, but beyond the last column or row, or in row 0.
  case outside(hasRow: Bool)

  /// Reads letters, then digits, each with an optional `$` in front.
  init?(_ text: some Collection<UInt8>) {
    var rest = text[...]
    if rest.first == UInt8(ascii: "$") { rest.removeFirst() }
    let letters = rest.prefix { $0.isASCIILetter }
    rest = rest[letters.endIndex...]
    guard !letters.isEmpty else { return nil }
    let column = Self.column(letters)
    guard !rest.isEmpty else {
      self = column.map { .column($0) } ?? .outside(hasRow: false)
      return
    }
    if rest.first == UInt8(ascii: "$") { rest.removeFirst() }
    guard !rest.isEmpty, rest.allSatisfy(\.isASCIIDigit) else { return nil }
    guard let column, let row = Self.row(rest) else {
      self = .outside(hasRow: true)
      return
    }
    self = .address(CellAddress(column: column, row: row))
  }

  private static func column(_ letters: some Collection<UInt8>) -> Int? {
    guard letters.count <= 3 else { return nil }
    return letters.reduce(0) { $0 * 26 + Int($1 & 0x1F) }
  }

  private static func row(_ digits: some Collection<UInt8>) -> Int? {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 8 else { return nil }
    let row = significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (1...CellAddress.lastRow).contains(row) ? row : nil
  }
}
