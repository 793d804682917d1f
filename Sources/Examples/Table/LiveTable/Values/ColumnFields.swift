/// The fields of a column of a file.
enum ColumnFields {
  /// Numbers; NaN stands for a missing one.
  case numbers([Double])
  /// Texts; an empty one is missing.
  case texts([String])

  /// Creates the fields; they are numbers if some text is a number and, apart from numbers, all
  /// are missing.
  init(_ texts: [String]) {
    let column = Column(name: "", isNumeric: true)
    var numbers: [Double] = []
    var hasNumber = false
    for text in texts {
      guard let field = column.field(text) else {
        self = .texts(texts)
        return
      }
      if field != .missing { hasNumber = true }
      numbers.append(field.number ?? .nan)
    }
    self = hasNumber ? .numbers(numbers) : .texts(texts)
  }

  /// Whether the fields are numbers.
  var isNumeric: Bool {
    if case .numbers = self { true } else { false }
  }

  /// The field of a row.
  subscript(row: Int) -> Field {
    switch self {
    case .numbers(let numbers): numbers[row].isNaN ? .missing : .number(numbers[row])
    case .texts(let texts): texts[row].isEmpty ? .missing : .text(texts[row])
    }
  }
}
