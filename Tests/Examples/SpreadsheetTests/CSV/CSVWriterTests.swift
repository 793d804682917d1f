import Testing

@testable import Spreadsheet

/// What is written is read back: `CSVClaims` asks that of all fields.
@Suite struct CSVWriterTests {
  @Test(
    arguments: [
      ([:], ""),
      // What is empty at the ends of rows is dropped.
      (["A1": "a", "C1": "b", "B4": "c"], "a,,b\n\n\n,c\n"),
      (
        ["A1": "a b", "B1": "a,b", "C1": "\"", "D1": "a\nb", "E1": "a\r", "F1": "=1+1"],
        "a b,\"a,b\",\"\"\"\",\"a\nb\",\"a\r\",=1+1\n"
      ),
      // A byte-order mark in the first field survives.
      (["A1": "\u{FEFF}a", "B1": "\u{FEFF}b"], "\"\u{FEFF}a\",\u{FEFF}b\n"),
    ] as [(KeyValuePairs<String, String>, String)])
  func `only what must be quoted is quoted`(fields: KeyValuePairs<String, String>, text: String) {
    var writer = CSVWriter()
    for (name, text) in fields {
      if let address = CellAddress(name) { writer.append(text, at: address) }
    }
    #expect(String(decoding: writer.finish(), as: UTF8.self) == text)
  }
}
