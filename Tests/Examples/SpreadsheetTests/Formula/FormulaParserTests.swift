import Testing

@testable import Spreadsheet

@Suite struct FormulaParserTests {
  private func error(_ text: String) -> String? {
    do throws(FormulaError) {
      _ = try FormulaParser.parse(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    "=", "= ", "=1+", "=*1", "=(1", "=1)", "=()", "=1 2", "=\"a", "=SUM()", "=SUM(1,)", "=SUM(,1)",
    "=ABS(1,2)", "=IF(1)", "=IF(1,2,3,4)", "=IFERROR(1)", "=MID(1,2)", "=1,2", "=(1,2)", "=A1:",
    "=A1:B", "=A:B2", "=A1:B2:C3", "=1:2", "=:A1", "=$$A1", "=A$", "=$A", "=#REF!", "=1e400",
    "=1.2.3", "=.", "=2A1", "=1=", "=<1", "=1<>", "=A1!B1", "={1}", "='a'", "=SUM(1", "=SUM(1))",
    "=1==1", "=1=<2", "=@A1", "=[a]", "=1;2", "=a1:sum(1)", "=\u{1}", "=$A$1$",
  ])
  func `a meaningless formula does not parse`(text: String) {
    #expect(error(text) != nil)
  }

  @Test func `the message names the character and what was found there`() {
    #expect(error("=1+*2") == "character 4: expected a value, found *")
    #expect(error("=\"é\" 5") == "character 6: expected an operator, found 5")
    #expect(error("=ABS(1, 2)") == "character 10: ABS does not take 2 arguments")
    #expect(error("=1+\"abc") == "character 4: a text that is never closed")
    #expect(error("=(1") == "character 4: expected ), found the end")
  }

  @Test func `1,000 levels of parentheses are accepted, more are refused`() {
    let nest = { (depth: Int) in
      "=" + String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(evaluate(nest(200)) == "1")
    #expect(evaluate(nest(1_000)) == "1")
    #expect(error(nest(1_001)) == "character 1002: more than 1000 levels of parentheses")
    let calls = String(repeating: "IF(1,ABS(", count: 501) + "1"
    #expect(error("=" + calls)?.contains("more than 1000 levels") == true)
  }

  @Test func `chains of 100,000 operators are parsed and evaluated without recursion`() {
    let count = 100_000
    #expect(evaluate("=1" + String(repeating: "+1", count: count)) == "100001")
    #expect(evaluate("=" + String(repeating: "-", count: count) + "1") == "1")
    #expect(evaluate("=1" + String(repeating: "%", count: count)) == "0")
    #expect(evaluate("=2" + String(repeating: "^1", count: count)) == "2")
    #expect(evaluate("=SUM(" + String(repeating: "1,", count: count) + "1)") == "100001")
    #expect(error("=" + String(repeating: "(", count: count)) != nil)
    #expect(error("=" + String(repeating: "SUM(", count: count)) != nil)
  }
}
