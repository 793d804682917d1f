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

  @Test func `operators bind from comparisons to percent`() {
    #expect(
      mistakes([
        "=1+2*3": "7", "=(1+2)*3": "9", "=2*3^2": "18", "=-2^2": "4", "=2^-1": "0.5",
        "=2^3^2": "64", "=10-2-3": "5", "=100/10/5": "2", "=50%": "0.5", "=-50%": "-0.5",
        "=2^100%": "2", "=1&2+3": "15", "=1+1=2": "TRUE", "=1&2=\"12\"": "TRUE", "=--5": "5",
        "=+-+5": "-5", "=5%%": "0.0005", "=(5)%": "0.05", "=2*-3": "-6", "=1<2=TRUE": "TRUE",
        "=1-+1": "0", "=3>2>1": "TRUE",
      ]).isEmpty)
  }

  @Test func `blanks between tokens mean nothing`() {
    #expect(
      mistakes(
        ["= 1 + 2 ": "3", "=\t SUM ( A1 : A2 ,\n 3 ) ": "6", "=1 <= 2": "TRUE"],
        ["A1": "1", "A2": "2"]
      ).isEmpty)
  }

  @Test func `names, references and booleans are read in any case`() {
    #expect(
      mistakes(["=sum(a1,$A$2)": "3", "=True": "TRUE", "=Sum(a:A)": "3"], ["A1": "1", "A2": "2"])
        .isEmpty)
  }

  @Test func `a doubled quote in a text is one quote`() {
    #expect(mistakes(["=\"a\"\"b\"": "a\"b", "=\"\"\"\"": "\"", "=\"\"": ""]).isEmpty)
  }

  @Test func `references outside the sheet are errors, not mistakes`() {
    #expect(
      mistakes([
        "=A0": "#REF!", "=AAAA1": "#REF!", "=A10000001": "#REF!", "=SUM(A0:B2)": "#REF!",
        "=SUM(A1:ZZZZ9)": "#REF!", "=SUM(ZZZZ:A)": "#REF!", "=A99999999999999999999": "#REF!",
      ]).isEmpty)
  }

  @Test func `unknown names and functions are errors whose arguments are not evaluated`() {
    #expect(
      mistakes(["=rate": "#NAME?", "=FOO(1/0)+1": "#NAME?", "=é": "#NAME?", "=FOO()": "#NAME?"])
        .isEmpty)
    let cells = DictionaryCells([:])
    if let formula = CellContent("=FOO(A1+1)").formula {
      _ = Evaluator(cells: cells).evaluate(formula)
    }
    #expect(cells.reads.isEmpty)
  }

  @Test(arguments: [
    "=", "= ", "=1+", "=*1", "=(1", "=1)", "=()", "=1 2", "=\"a", "=SUM()", "=SUM(1,)", "=SUM(,1)",
    "=ABS(1,2)", "=IF(1)", "=IF(1,2,3,4)", "=IFERROR(1)", "=MID(1,2)", "=1,2", "=(1,2)", "=A1:",
    "=A1:B", "=A:B2", "=A1:B2:C3", "=1:2", "=:A1", "=$$A1", "=A$", "=$A", "=#REF!", "=1e400",
    "=1.2.3", "=.", "=2A1", "=1=", "=<1", "=1<>", "=A1!B1", "={1}", "='a'", "=SUM(1", "=SUM(1))",
    "=1==1", "=1=<2", "=@A1", "=[a]", "=1;2", "=a1:sum(1)", "=\u{1}", "=$A$1$",
  ])
  func `what makes no sense does not parse`(text: String) {
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
