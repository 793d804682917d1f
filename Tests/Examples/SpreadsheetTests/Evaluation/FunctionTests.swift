import Testing

@testable import Spreadsheet

@Suite struct FunctionTests {
  @Test func `IF and IFERROR read only what they need`() {
    #expect(
      mistakes([
        "=IF(1,2,1/0)": "2", "=IF(0,1/0,3)": "3", "=IF(0,1)": "FALSE", "=IF(Z1,1,2)": "2",
        "=IF(\"a\",1,2)": "#VALUE!", "=IF(1/0,1,2)": "#DIV/0!", "=IFERROR(1/0,7)": "7",
        "=IFERROR(5,1/0)": "5", "=IFERROR(1/0,1/0)": "#DIV/0!", "=IF(TRUE,Z1)": "0",
        "=IFERROR(Z1,1)": "0", "=1+IF(1,IF(0,1,IFERROR(1/0,4)),2)*2": "9", "=IF(-0.5,1,2)": "1",
        "=IF(1,IF(\"a\",1,2),3)+1": "#VALUE!",
      ]).isEmpty)
    let cells = DictionaryCells(["A1": "1"])
    if let formula = CellContent("=IF(A1,A2,A3)+IFERROR(A4,A5)").formula {
      _ = Evaluator(cells: cells).evaluate(formula)
    }
    #expect(cells.reads == ["A1", "A2", "A4"])
  }

  @Test func `numbers are rounded, cut and divided as a person would`() {
    #expect(
      mistakes([
        "=ROUND(2.675,2)": "2.68", "=ROUND(-2.5)": "-3", "=ROUND(1250,-2)": "1300",
        "=ROUND(1.5,0.9)": "2", "=ROUND(-0.4)": "0", "=INT(-1.5)": "-2", "=INT(TRUE)": "1",
        "=MOD(5,3)": "2", "=MOD(-5,3)": "1", "=MOD(5,-3)": "-1", "=MOD(-5,-3)": "-2",
        "=MOD(6,3)": "0", "=MOD(5,0)": "#DIV/0!", "=MOD(1e300,7)": "1",
        "=SQRT(16)": "4", "=SQRT(-1)": "#NUM!", "=SQRT(-0)": "0", "=ABS(-3)": "3",
        "=ABS(\"a\")": "#VALUE!",
        "=NOT(0)": "TRUE", "=NOT(\"a\")": "#VALUE!", "=NOT(Z1)": "TRUE",
        "=ROUND(1.7e308,-308)": "#NUM!",
      ]).isEmpty)
  }

  @Test func `texts are cut and counted in characters`() {
    #expect(
      mistakes([
        "=LEN(\"👩‍👩‍👧é\u{301}a\")": "3", "=LEN(12.50)": "4", "=LEN(Z1)": "0", "=LEN(TRUE)": "4",
        "=LEFT(\"abc\")": "a", "=LEFT(\"abc\",2)": "ab", "=LEFT(\"abc\",9)": "abc",
        "=LEFT(\"abc\",1.9)": "a", "=LEFT(\"abc\",-0.5)": "", "=LEFT(\"abc\",-1)": "#VALUE!",
        "=RIGHT(\"abc\",2)": "bc", "=RIGHT(\"abc\")": "c", "=RIGHT(\"abc\",0)": "",
        "=RIGHT(\"abc\",1e300)": "abc", "=MID(\"abc\",2,1)": "b", "=MID(\"abc\",2,99)": "bc",
        "=MID(\"abc\",9,1)": "", "=MID(\"abc\",0,1)": "#VALUE!", "=MID(\"abc\",1,-1)": "#VALUE!",
        "=MID(\"abc\",1e300,1e300)": "", "=UPPER(\"straße\")": "STRASSE", "=LOWER(\"ÀB\")": "àb",
        "=LEFT(123,2)": "12", "=LEFT(\"👩‍👩‍👧b\",1)": "👩‍👩‍👧", "=LEFT(\"abc\",\"1\")": "#VALUE!",
      ]).isEmpty)
  }

  @Test func `INDEX reads one cell by row and column`() {
    let cells = ["A1": "1", "B1": "2", "A2": "3", "B2": "=1/0", "A3": "5"]
    #expect(
      mistakes(
        [
          "=INDEX(A1:B2,2,1)": "3", "=INDEX(A1:B2,1,2)": "2", "=INDEX(A1:A3,3)": "5",
          "=INDEX(A1:B1,2)": "2", "=INDEX(A1:B2,1)": "#REF!", "=INDEX(A1:B2,3,1)": "#REF!",
          "=INDEX(A1:B2,0,1)": "#REF!", "=INDEX(A1:B2,1,-1)": "#REF!", "=INDEX(A:A,3)": "5",
          "=INDEX(A:A,4)": "#REF!", "=INDEX(A1:A3,2.9)": "3", "=INDEX(A1,1)": "1",
          "=INDEX(A1:B3,3,2)": "0", "=INDEX(5,1)": "#VALUE!", "=INDEX(A1:A3,\"a\")": "#VALUE!",
          "=INDEX(A1:B2,2,2)": "#DIV/0!", "=INDEX(A1:A3,1/0)": "#DIV/0!",
          "=INDEX(A1:A3,1e300)": "#REF!",
          "=INDEX(A0,1/0)": "#REF!", "=INDEX(A1:A3,1,1)": "1",
        ], cells
      ).isEmpty)
  }

  @Test func `MATCH finds the first equal cell of a row or column`() {
    let cells = [
      "A1": "b", "A2": "=1/0", "A3": "5", "A4": "'5", "A5": "TRUE", "B1": "A", "C1": "b", "A6": "5",
    ]
    #expect(
      mistakes(
        [
          "=MATCH(5,A1:A6,0)": "3", "=MATCH(\"5\",A1:A6)": "4", "=MATCH(TRUE,A:A,0)": "5",
          "=MATCH(\"B\",A1:C1)": "1", "=MATCH(\"a\",A1:C1,0)": "2", "=MATCH(6,A1:A6,0)": "#N/A",
          "=MATCH(5,A1:B6)": "#VALUE!", "=MATCH(5,A3)": "1", "=MATCH(5,A3:A6,0)": "1",
          "=MATCH(A2,A1:A6)": "#DIV/0!", "=MATCH(5,A1:A6,1)": "#VALUE!", "=MATCH(0,Z1:Z9)": "#N/A",
        ], cells
      ).isEmpty)
  }

  @Test func `texts cannot grow without end`() {
    let long = String(repeating: "x", count: 10_000_000)
    #expect(
      mistakes(["=LEN(A1&A1)": "#VALUE!", "=LEN(CONCAT(A1,A1))": "#VALUE!"], ["A1": long]).isEmpty)
  }
}
