#if canImport(Testing)
  import Testing

  extension TestPlace {
    /// Records an issue of the running test.
    ///
    /// - Parameter message: the failed expectation.
    /// - Returns: whether a test is running here.
    func record(_ message: String) -> Bool {
      if Test.current == nil { return false }
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(file)", filePath: "\(path)", line: Int(line), column: Int(column)))
      return true
    }
  }
#endif
