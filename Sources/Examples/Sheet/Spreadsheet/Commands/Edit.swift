import ExampleScripts

/// A content for a cell.
struct Edit: Equatable {
  /// The cell that is typed into.
  let address: CellAddress

  /// The typed content; an empty one clears the cell.
  let content: CellContent

  /// Creates an edit.
  init(address: CellAddress, content: CellContent) {
    self.address = address
    self.content = content
  }

  /// Reads `A1 = CONTENT`.
  ///
  /// Blanks around the `=` are optional; one blank after it does not belong to the content.
  ///
  /// - Throws: A ``Refusal`` if the address is wrong or the formula does not parse.
  init(parsing text: String) throws(Refusal) {
    let scalars = text.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else {
      throw Refusal("expected CELL = CONTENT, found \(text.prefix(40))")
    }
    address = try CellAddress(parsing: String(scalars[..<equals]).trimmingBlanks())
    var typed = scalars[scalars.index(after: equals)...]
    if typed.first == " " || typed.first == "\t" { typed.removeFirst() }
    content = CellContent(String(typed))
    if case .broken(let error) = content.meaning {
      throw Refusal("\(address): \(error)")
    }
  }
}

extension CellAddress {
  /// Reads a typed address.
  ///
  /// - Throws: A ``Refusal`` that names the text found instead.
  init(parsing text: String) throws(Refusal) {
    guard let address = CellAddress(text) else {
      throw Refusal("expected a cell from A1 to ZZZ10000000, found \"\(text.prefix(40))\"")
    }
    self = address
  }
}
