import DelimitedText
import Differential
import Testing

@testable import Spreadsheet

@Suite struct CSVReaderTests {
  /// Every field as `A1=text`, or the error as `line:column reason`.
  private func read(_ text: String) -> [String] { read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) -> [String] {
    var fields: [String] = []
    do throws(CSVError) {
      try CSVReader.readCells(bytes) { fields.append("\($0)=\($1)") }
      return fields
    } catch {
      return ["\(error.line):\(error.column) \(error.reason)"]
    }
  }

  @Test func `commas part fields and line ends part rows`() {
    #expect(read("a,b\nc,,d\n") == ["A1=a", "B1=b", "A2=c", "C2=d"])
  }

  @Test func `a final line end is optional, and CRLF is one`() {
    #expect(read("a\r\nb") == ["A1=a", "A2=b"])
    #expect(read("a\nb\n") == ["A1=a", "A2=b"])
  }

  @Test func `a lone CR belongs to its field`() {
    #expect(read("a\rb,c\r") == ["A1=a\rb", "B1=c\r"])
    #expect(read("a\r\r\nb") == ["A1=a\r", "A2=b"])
  }

  @Test func `rows may be ragged, and a blank line is a row`() {
    #expect(read("a\n\n\nb,c,d\n,,e") == ["A1=a", "A4=b", "B4=c", "C4=d", "C5=e"])
  }

  @Test func `an empty file is an empty sheet`() {
    #expect(read("").isEmpty)
    #expect(read([0xEF, 0xBB, 0xBF]).isEmpty)
  }

  @Test func `a byte-order mark is skipped at the beginning only`() {
    #expect(read("\u{FEFF}a,\u{FEFF}b") == ["A1=a", "B1=\u{FEFF}b"])
    #expect(read("\u{FEFF}\"a\"") == ["A1=a"])
  }

  @Test func `quotes hold commas and line ends, and quotes inside are doubled`() {
    #expect(
      read("\"a,b\",\"c\nd\r\n\"\n\"\"\"e\"\"\",\"\"") == ["A1=a,b", "B1=c\nd\r\n", "A2=\"e\""])
  }

  @Test func `blanks belong to their field`() {
    #expect(read(" a , b\t") == ["A1= a ", "B1= b\t"])
  }

  @Test func `a quote inside an unquoted field is an error where it stands`() {
    #expect(read("a\nbé,c\"d") == ["2:5 quoteInside"])
    #expect(read(" \"a\"") == ["1:2 quoteInside"])
  }

  @Test func `text after a closing quote is an error where it stands`() {
    #expect(read("\"a\"b") == ["1:4 textAfterQuote"])
    #expect(read("\"a\"\rb") == ["1:4 textAfterQuote"])
    #expect(read("\"a\" ,b") == ["1:4 textAfterQuote"])
  }

  @Test func `an unclosed quote is an error at the quote`() {
    #expect(read("a\nb,\"c\nd\n") == ["2:3 unclosedQuote"])
    #expect(read("\"") == ["1:1 unclosedQuote"])
    #expect(read("\"\"\"") == ["1:1 unclosedQuote"])
  }

  @Test func `NUL and bytes that are not UTF-8 are errors`() {
    #expect(read("a\nb\0c") == ["2:2 nul"])
    #expect(read([0x61, 0x0A, 0xC3, 0xA9, 0xFF]) == ["2:2 invalidUTF8"])
    #expect(read([0xED, 0xA0, 0x80]) == ["1:1 invalidUTF8"])
    #expect(read([0xC0, 0x80]) == ["1:1 invalidUTF8"])
    #expect(read([0x61, 0xE2, 0x82]) == ["1:2 invalidUTF8"])
  }

  @Test func `columns are counted in characters, not in bytes`() {
    #expect(read("👩‍👩‍👧é\u{301}\"") == ["1:3 quoteInside"])
    #expect(read("\u{FEFF}a\"") == ["1:2 quoteInside"])
  }

  @Test func `18,278 columns fit, one more does not`() {
    let commas = String(repeating: ",", count: 18_277)
    #expect(read(commas + "a") == ["ZZZ1=a"])
    #expect(read("\n" + commas + ",") == ["2:18279 tooManyColumns"])
  }

  @Test func `10,000,000 rows fit, one more does not`() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 9_999_999)
    // The second says by its place that those before it fit.
    if takesLongForm { #expect(read(lines + Array("a".utf8)) == ["A10000000=a"]) }
    #expect(read(lines + Array("a\nb".utf8)) == ["10000001:1 tooManyRows"])
  }
}
