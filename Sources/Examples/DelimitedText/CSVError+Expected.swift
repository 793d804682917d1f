extension CSVError {
  /// The text that was expected in the place of the mistake.
  package var expected: String {
    switch reason {
    case .invalidUTF8: "UTF-8"
    case .nul: "text"
    case .quoteInside: "the end of the field, or text"
    case .textAfterQuote: "the end of the field behind its closing quote"
    case .tooManyColumns: "at most 18,278 columns"
    case .tooManyRows: "at most 10,000,000 rows"
    case .unclosedQuote: "a quote that is closed"
    }
  }
}
