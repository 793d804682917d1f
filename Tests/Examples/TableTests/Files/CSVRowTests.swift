import ExampleScripts
import Testing

@testable import LiveTable

@Suite struct CSVRowTests {
  /// The fields of lines that make a row, or the mistake.
  private func read(_ lines: String...) -> [String] {
    var row = CSVRow()
    do throws(ScriptMistake) {
      for line in lines where try row.take(line) {
        return row.fields.map { "\($0.column) \($0.text)" }
      }
      return ["unfinished"]
    } catch {
      return ["\(error.column): \(error)"]
    }
  }

  @Test func `commas part fields, which know their places`() {
    #expect(read("a,bc,,d") == ["1 a", "3 bc", "6 ", "7 d"])
    #expect(read("") == ["1 "])
    #expect(read(",") == ["1 ", "2 "])
    #expect(read("é,👩‍👩‍👧, x ") == ["1 é", "3 👩‍👩‍👧", "5  x "])
  }

  @Test func `quotes hold commas and line ends, and quotes inside are doubled`() {
    #expect(read("\"a,b\",\"\"\"c\"\"\",\"\"") == ["1 a,b", "7 \"c\"", "15 "])
    #expect(read("a,\"b", "", "c\",d") == ["1 a", "3 b\n\nc", "4 d"])
    #expect(read("\"b", "\"") == ["1 b\n"])
    #expect(read("\"b", "c") == ["unfinished"])
  }

  @Test func `a mistake says what was expected, and where`() {
    #expect(
      read("a,b\"c")
        == [
          "4: expected a comma or text, found a quote inside a field that does not begin with one"
        ])
    #expect(read("\"a\"b") == ["4: expected a comma behind the closing quote, found \"b\""])
    #expect(read("\"a", "\" ,b") == ["2: expected a comma behind the closing quote, found \" ,b\""])
  }
}
