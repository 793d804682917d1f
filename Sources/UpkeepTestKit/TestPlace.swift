/// The place of an expectation in a test.
struct TestPlace {
  let file: StaticString
  let path: StaticString
  let line: UInt
  let column: UInt
}

#if !canImport(Testing)
  extension TestPlace {
    /// Records nothing: without Swift Testing there is no test.
    func record(_ message: String) -> Bool { false }
  }
#endif
