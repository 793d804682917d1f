extension Column {
  /// Creates a column; it is numeric if it has numbers and, apart from them, only missing fields.
  init(name: String, holding texts: some Sequence<String>) {
    let number = Column(name: name, isNumeric: true)
    var hasNumber = false
    var isNumeric = true
    for text in texts where isNumeric {
      let field = number.field(text)
      isNumeric = field != nil
      if field != .missing { hasNumber = true }
    }
    self.init(name: name, isNumeric: hasNumber && isNumeric)
  }
}
