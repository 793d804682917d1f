extension Function {
  /// Returns the names of all functions, in lines of at most `columns` columns.
  static func names(inColumns columns: Int) -> [String] {
    var lines = [""]
    for function in allCases {
      let line = lines.removeLast()
      let longer = line.isEmpty ? function.rawValue : "\(line) \(function.rawValue)"
      lines += longer.utf8.count > columns && !line.isEmpty ? [line, function.rawValue] : [longer]
    }
    return lines
  }
}
