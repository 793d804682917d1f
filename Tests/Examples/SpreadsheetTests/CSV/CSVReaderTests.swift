import DelimitedText
import Differential
import Testing

@testable import Spreadsheet

/// The places of errors, and the limits.
///
/// `CSVClaims` checks the rules of fields, for all bytes.
@Suite struct CSVReaderTests {
  /// Every field as `A1=text`, or the error as `line:column reason`.
  private func read(_ bytes: [UInt8]) -> [String] {
    var fields: [String] = []
    do throws(CSVError) {
      try CSVReader.readCells(bytes) { fields.append("\($0)=\($1)") }
      return fields
    } catch {
      return ["\(error.line):\(error.column) \(error.reason)"]
    }
  }

  // Columns are counted in characters, not in bytes.
  @Test(arguments: [
    ("a\nbé,c\"d", "2:5 quoteInside"), (" \"a\"", "1:2 quoteInside"),
    ("👩‍👩‍👧é\u{301}\"", "1:3 quoteInside"), ("\u{FEFF}a\"", "1:2 quoteInside"),
    ("\"a\"b", "1:4 textAfterQuote"), ("\"a\"\rb", "1:4 textAfterQuote"),
    ("\"a\" ,b", "1:4 textAfterQuote"), ("a\nb,\"c\nd\n", "2:3 unclosedQuote"),
    ("\"", "1:1 unclosedQuote"), ("\"\"\"", "1:1 unclosedQuote"), ("a\nb\0c", "2:2 nul"),
  ])
  func `a mistake is an error where it stands`(text: String, error: String) {
    #expect(read(Array(text.utf8)) == [error])
  }

  @Test(
    arguments: [
      ([0x61, 0x0A, 0xC3, 0xA9, 0xFF], "2:2"), ([0xED, 0xA0, 0x80], "1:1"), ([0xC0, 0x80], "1:1"),
      ([0x61, 0xE2, 0x82], "1:2"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are an error where they stand`(bytes: [UInt8], place: String) {
    #expect(read(bytes) == ["\(place) invalidUTF8"])
  }

  @Test func `18,278 columns fit, one more does not`() {
    let commas = [UInt8](repeating: UInt8(ascii: ","), count: 18_277)
    #expect(read(commas + "a".utf8) == ["ZZZ1=a"])
    #expect(read("\n".utf8 + commas + ",".utf8) == ["2:18279 tooManyColumns"])
  }

  @Test func `10,000,000 rows fit, one more does not`() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 9_999_999)
    // The place of the second error shows that the rows before it fit.
    if takesLongForm { #expect(read(lines + "a".utf8) == ["A10000000=a"]) }
    #expect(read(lines + "a\nb".utf8) == ["10000001:1 tooManyRows"])
  }
}

/// The written text.
///
/// `CSVClaims` checks that all fields are read back.
@Suite struct CSVWriterTests {
  @Test(
    arguments: [
      ([:], ""),
      // Empty cells at the ends of rows are dropped.
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
