/// A row of a table.
struct Row: Identifiable {
  private enum Content {
    /// A row of a file, which stays in the arrays of its columns.
    case file(FileFields, row: Int)
    case own([Field])
  }

  /// The number of the row's line in the file; added rows get the next numbers.
  let id: Int
  private var content: Content

  /// Creates a row of its own.
  init(id: Int, fields: [Field]) {
    self.id = id
    content = .own(fields)
  }

  /// Creates a row of a file, given its index.
  init(id: Int, in file: FileFields, row: Int) {
    self.id = id
    content = .file(file, row: row)
  }

  /// A field for each column; a row of a file makes this array anew.
  var fields: [Field] {
    get {
      switch content {
      case .own(let fields): fields
      case .file(let file, let row): file.columns.map { $0[row] }
      }
    }
    set { content = .own(newValue) }
  }

  /// The field in a column.
  subscript(column: Int) -> Field {
    switch content {
    case .own(let fields): fields[column]
    case .file(let file, let row): file.columns[column][row]
    }
  }
}

extension Row {
  /// The ranks of the fields of two rows in a column, if both are rows of the same file and it has
  /// ranks.
  static func ranks(_ one: Row, _ other: Row, in column: Int) -> (UInt32, UInt32)? {
    guard case .file(let file, let row) = one.content,
      case .file(let otherFile, let otherRow) = other.content, file === otherFile
    else { return nil }
    return file.ranks(of: row, otherRow, in: column)
  }
}

extension Row: Equatable {
  static func == (one: Row, other: Row) -> Bool {
    if case (.file(let file, let row), .file(let otherFile, let otherRow)) =
      (one.content, other.content), file === otherFile, row == otherRow
    {
      return one.id == other.id
    }
    return one.id == other.id && one.fields == other.fields
  }
}
