import Testing

@testable import Spreadsheet

/// The values of formulas, rule by rule.
@Suite struct FormulaValueTests {
  /// A rule of the language, with formulas that show it and their values.
  struct Rule: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let values: KeyValuePairs<String, String>
    let cells: [String: String]
  }

  private static var rules: [Rule] {
    tables.flatMap { cells, rules in
      rules.map { Rule(testDescription: $0, values: $1, cells: cells) }
    }
  }

  @Test(arguments: rules)
  func `a formula has the value that its rule gives`(rule: Rule) {
    let mistakes = rule.values.compactMap { formula, expected -> String? in
      let value = evaluate(formula, rule.cells)
      return value == expected ? nil : "\(formula) is \(value), not \(expected)"
    }
    #expect(mistakes == [])
  }

  @Test func `texts cannot grow without end`() {
    let cells = ["A1": String(repeating: "x", count: 10_000_000)]
    #expect(
      ["=LEN(A1&A1)", "=LEN(CONCAT(A1,A1))"].map { evaluate($0, cells) } == ["#VALUE!", "#VALUE!"])
  }

  @Test func `a function evaluates only the arguments that it needs`() {
    for (formula, reads) in [
      ("=IF(A1,A2,A3)+IFERROR(A4,A5)", ["A1", "A2", "A4"]), ("=FOO(A1+1)", []),
    ] {
      let cells = DictionaryCells(["A1": "1"])
      _ = CellContent(formula).formula.map { Evaluator(cells: cells).evaluate($0) }
      #expect(cells.reads == reads)
    }
  }

  /// Rules, with the cells that their formulas read.
  private static let tables:
    [(cells: [String: String], rules: KeyValuePairs<String, KeyValuePairs<String, String>>)] = [
      (
        [:],
        [
          "operators bind from comparisons to percent": [
            "=1+2*3": "7", "=(1+2)*3": "9", "=2*3^2": "18", "=-2^2": "4", "=2^-1": "0.5",
            "=2^3^2": "64", "=10-2-3": "5", "=100/10/5": "2", "=50%": "0.5", "=-50%": "-0.5",
            "=2^100%": "2", "=1&2+3": "15", "=1+1=2": "TRUE", "=1&2=\"12\"": "TRUE", "=--5": "5",
            "=+-+5": "-5", "=5%%": "0.0005", "=(5)%": "0.05", "=2*-3": "-6", "=1<2=TRUE": "TRUE",
            "=1-+1": "0", "=3>2>1": "TRUE",
          ],
          "a doubled quote in a text is one quote": [
            "=\"a\"\"b\"": "a\"b", "=\"\"\"\"": "\"", "=\"\"": "",
          ],
          "references outside the sheet are errors, not mistakes": [
            "=A0": "#REF!", "=AAAA1": "#REF!", "=A10000001": "#REF!", "=SUM(A0:B2)": "#REF!",
            "=SUM(A1:ZZZZ9)": "#REF!", "=SUM(ZZZZ:A)": "#REF!", "=A99999999999999999999": "#REF!",
          ],
          "unknown names and functions are errors whose arguments are not evaluated": [
            "=rate": "#NAME?", "=FOO(1/0)+1": "#NAME?", "=é": "#NAME?", "=FOO()": "#NAME?",
          ],
          "empty is 0, empty text or FALSE as needed": [
            "=Z1+1": "1", "=Z1&\"a\"": "a", "=Z1=0": "TRUE", "=Z1=\"\"": "TRUE",
            "=Z1=FALSE": "TRUE", "=Z1=Z2": "TRUE", "=Z1<1": "TRUE", "=Z1>-1": "TRUE",
            "=\"a\">Z1": "TRUE", "=TRUE>Z1": "TRUE", "=Z1<\"a\"": "TRUE", "=Z1": "0", "=-Z1": "0",
          ],
          "numbers come before texts and texts before booleans": [
            "=9<\"1\"": "TRUE", "=\"z\"<FALSE": "TRUE", "=9<FALSE": "TRUE",
            "=\"A\"=\"a\"": "TRUE", "=\"a\"<\"B\"": "TRUE", "=\"Z\"<\"é\"": "TRUE",
            "=\"é\"=\"É\"": "TRUE", "=\"\u{E9}\"=\"e\u{301}\"": "FALSE", "=\"a\"<>\"b\"": "TRUE",
            "=2>=2": "TRUE", "=\"ab\">\"a\"": "TRUE", "=TRUE>FALSE": "TRUE", "=\"1\"=1": "FALSE",
          ],
          "division by zero, powers of zero and overflow have errors of their own": [
            "=1/0": "#DIV/0!", "=0/0": "#DIV/0!", "=1/Z1": "#DIV/0!", "=0^-1": "#DIV/0!",
            "=0^0": "#NUM!", "=(-8)^0.5": "#NUM!", "=1e308*10": "#NUM!", "=-1e308-1e308": "#NUM!",
            "=10^400": "#NUM!", "=1e308/1e-10": "#NUM!", "=(-2)^3": "-8", "=-0": "0",
            "=0*-5": "0",
          ],
          "nothing to work on is 0, or an error where 0 would be wrong": [
            "=SUM(Z1:Z9)": "0", "=MIN(Z1)": "0", "=MAX(Z:Z)": "0", "=AVERAGE(Z1:Z9)": "#DIV/0!",
            "=AND(Z1:Z9)": "#VALUE!", "=OR(Z1)": "#VALUE!", "=COUNT(Z:Z)": "0",
            "=CONCAT(Z1:Z9)": "", "=SUM(A1:ZZZ10000000)": "0",
          ],
          "IF and IFERROR read only what they need": [
            "=IF(1,2,1/0)": "2", "=IF(0,1/0,3)": "3", "=IF(0,1)": "FALSE", "=IF(Z1,1,2)": "2",
            "=IF(\"a\",1,2)": "#VALUE!", "=IF(1/0,1,2)": "#DIV/0!", "=IFERROR(1/0,7)": "7",
            "=IFERROR(5,1/0)": "5", "=IFERROR(1/0,1/0)": "#DIV/0!", "=IF(TRUE,Z1)": "0",
            "=IFERROR(Z1,1)": "0", "=1+IF(1,IF(0,1,IFERROR(1/0,4)),2)*2": "9",
            "=IF(-0.5,1,2)": "1", "=IF(1,IF(\"a\",1,2),3)+1": "#VALUE!",
          ],
          "numbers are rounded, cut and divided as a person would": [
            "=ROUND(2.675,2)": "2.68", "=ROUND(-2.5)": "-3", "=ROUND(1250,-2)": "1300",
            "=ROUND(1.5,0.9)": "2", "=ROUND(-0.4)": "0", "=INT(-1.5)": "-2", "=INT(TRUE)": "1",
            "=MOD(5,3)": "2", "=MOD(-5,3)": "1", "=MOD(5,-3)": "-1", "=MOD(-5,-3)": "-2",
            "=MOD(6,3)": "0", "=MOD(5,0)": "#DIV/0!", "=MOD(1e300,7)": "1", "=SQRT(16)": "4",
            "=SQRT(-1)": "#NUM!", "=SQRT(-0)": "0", "=ABS(-3)": "3", "=ABS(\"a\")": "#VALUE!",
            "=NOT(0)": "TRUE", "=NOT(\"a\")": "#VALUE!", "=NOT(Z1)": "TRUE",
            "=ROUND(1.7e308,-308)": "#NUM!",
          ],
          "texts are cut and counted in characters": [
            "=LEN(\"👩‍👩‍👧é\u{301}a\")": "3", "=LEN(12.50)": "4", "=LEN(Z1)": "0",
            "=LEN(TRUE)": "4", "=LEFT(\"abc\")": "a", "=LEFT(\"abc\",2)": "ab",
            "=LEFT(\"abc\",9)": "abc", "=LEFT(\"abc\",1.9)": "a", "=LEFT(\"abc\",-0.5)": "",
            "=LEFT(\"abc\",-1)": "#VALUE!", "=RIGHT(\"abc\",2)": "bc", "=RIGHT(\"abc\")": "c",
            "=RIGHT(\"abc\",0)": "", "=RIGHT(\"abc\",1e300)": "abc", "=MID(\"abc\",2,1)": "b",
            "=MID(\"abc\",2,99)": "bc", "=MID(\"abc\",9,1)": "", "=MID(\"abc\",0,1)": "#VALUE!",
            "=MID(\"abc\",1,-1)": "#VALUE!", "=MID(\"abc\",1e300,1e300)": "",
            "=UPPER(\"straße\")": "STRASSE", "=LOWER(\"ÀB\")": "àb", "=LEFT(123,2)": "12",
            "=LEFT(\"👩‍👩‍👧b\",1)": "👩‍👩‍👧", "=LEFT(\"abc\",\"1\")": "#VALUE!",
          ],
        ]
      ),
      (
        ["A1": "1", "A2": "2"],
        [
          "blanks between tokens mean nothing": [
            "= 1 + 2 ": "3", "=\t SUM ( A1 : A2 ,\n 3 ) ": "6", "=1 <= 2": "TRUE",
          ],
          "names, references and booleans are read in any case": [
            "=sum(a1,$A$2)": "3", "=True": "TRUE", "=Sum(a:A)": "3",
          ],
        ]
      ),
      (
        ["A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A5": "=1/0", "A6": "=A0"],
        [
          "booleans are 1 and 0, and text is no number": [
            "=TRUE+1": "2", "=-TRUE": "-1", "=TRUE%": "0.01", "=\"5\"+1": "#VALUE!",
            "=A2*1": "#VALUE!", "=A4+1": "#VALUE!", "=TRUE&FALSE": "TRUEFALSE",
            "=0.1&1e20&-0": "0.11e+200",
          ],
          "a range where one value is needed is an error": [
            "=A1:A2": "#VALUE!", "=A1:A1+1": "#VALUE!", "=-A1:A2": "#VALUE!", "=A:A&1": "#VALUE!",
            "=IF(A1:A2,1)": "#VALUE!", "=ABS(A1:A2)": "#VALUE!", "=A1:A2+A5": "#DIV/0!",
            "=IFERROR(A1:A2,7)": "7", "=SUM(IF(TRUE,A1:A1))": "#VALUE!",
          ],
          "an error operand wins over a failed conversion, and of two errors the left one": [
            "=A2+A5": "#DIV/0!", "=A5+A2": "#DIV/0!", "=A5+A6": "#DIV/0!", "=A6+A5": "#REF!",
            "=A5&A6": "#DIV/0!", "=A5=A6": "#DIV/0!", "=ROUND(A2,A5)": "#DIV/0!",
            "=MID(A1,A5,A6)": "#DIV/0!", "=MOD(A2,A6)": "#REF!",
          ],
        ]
      ),
      (
        [
          "A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A6": "2.5", "A7": "'7", "B1": "=1/0",
          "B2": "=A0", "B3": "1",
        ],
        [
          "scanned cells count where they are numbers": [
            "=SUM(A1:A7)": "7.5", "=AVERAGE(A1:A7)": "3.75", "=MIN(A1:A7)": "2.5",
            "=MAX(A:A)": "5", "=SUM(A2)": "0", "=SUM(A3)": "0", "=SUM((A3))": "0",
            "=SUM(A7:A1)": "7.5", "=COUNT(A1:A9)": "2", "=COUNTA(A1:A9)": "6",
            "=SUM(A1,A1:A1,A1)": "15",
          ],
          "other arguments are operands": [
            "=SUM(TRUE,2)": "3", "=SUM(\"a\")": "#VALUE!", "=SUM(A3+0)": "1",
            "=MAX(-1,FALSE)": "0", "=COUNT(1,TRUE,\"2\",1/0)": "1",
            "=COUNTA(1,\"\",1/0,Z1+0)": "4", "=AVERAGE(TRUE,3)": "2", "=SUM(A2&1)": "#VALUE!",
            "=SUM(IF(TRUE,A3))": "1",
          ],
          "errors are passed on, the first in row order, and win over failed conversions": [
            "=SUM(A1:B3)": "#DIV/0!", "=MIN(B2:B3)": "#REF!", "=SUM(B2,B1)": "#REF!",
            "=SUM(\"a\",B1)": "#DIV/0!", "=AND(B1:B3)": "#DIV/0!", "=CONCAT(B2:B3)": "#REF!",
            "=COUNT(B1:B3)": "1", "=COUNTA(B1:B3)": "3", "=OR(\"a\",B2)": "#REF!",
          ],
          "AND and OR skip text and empty cells where they scan, and read every argument": [
            "=AND(A1:A9)": "TRUE", "=OR(A2,A3)": "TRUE", "=AND(1,0)": "FALSE",
            "=OR(0,FALSE)": "FALSE", "=AND(\"a\")": "#VALUE!", "=AND(FALSE,1/0)": "#DIV/0!",
            "=OR(TRUE,1/0)": "#DIV/0!", "=AND(A2)": "#VALUE!", "=OR(Z1+0,1)": "TRUE",
          ],
        ]
      ),
      (
        ["B1": "=A0", "A2": "=1/0"],
        [
          "errors are passed on, the first in row order, and win over failed conversions": [
            "=SUM(A1:B2)": "#REF!"
          ]
        ]
      ),
      (
        ["A1": "a", "B1": "1.50", "A2": "TRUE", "B2": "b", "C2": "", "A3": "'"],
        [
          "CONCAT joins in row order": [
            "=CONCAT(A1:C3)": "a1.5TRUEb", "=CONCAT(A1,1,TRUE,Z1)": "a1TRUE",
          ]
        ]
      ),
      (
        [
          "A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A6": "2.5", "A7": "'5", "A8": "=1/0",
          "A9": "TEXT", "B1": "1", "B2": "10", "B3": "100", "B6": "1000", "B7": "x", "B8": "10000",
          "B9": "=A0",
        ],
        [
          "a value is looked for among the cells of its kind": [
            "=COUNTIF(A1:A9,5)": "1", "=COUNTIF(A1:A9,\"5\")": "1",
            "=COUNTIF(A1:A9,\"tExt\")": "2", "=COUNTIF(A1:A9,TRUE)": "1",
            "=COUNTIF(A1:A9,\"TRUE\")": "0", "=COUNTIF(A1:A9,\"\")": "1",
            "=COUNTIF(A:A,\"te*\")": "0", "=COUNTIF(A1:A9,A8)": "#DIV/0!", "=COUNTIF(A1,5)": "1",
            "=COUNTIF(A1:A9,Z1)": "0",
          ],
          "operators in front compare numbers with numbers and texts with texts": [
            "=COUNTIF(A1:A9,\">2.5\")": "1", "=COUNTIF(A1:A9,\">=2.5\")": "2",
            "=COUNTIF(A1:A9,\"<3\")": "1", "=COUNTIF(A1:A9,\"<=5\")": "2",
            "=COUNTIF(A1:A9,\"=5\")": "1", "=COUNTIF(A1:A9,\"=text\")": "2",
            "=COUNTIF(A1:A9,\"<u\")": "4", "=COUNTIF(A1:A9,\"> 1\")": "3",
            "=COUNTIF(A1:A9,\"=\")": "1",
          ],
          "not equal takes every filled cell that is neither equal nor an error": [
            "=COUNTIF(A1:A9,\"<>5\")": "6", "=COUNTIF(A1:A9,\"<>text\")": "5",
            "=COUNTIF(A1:A9,\"<>\")": "6", "=COUNTIF(A1:A99,\"<>nothing\")": "7",
          ],
          "SUMIF adds the numbers beside the cells that match": [
            "=SUMIF(A1:A9,\">0\")": "7.5", "=SUMIF(A1:A9,\">0\",B1:B9)": "1001",
            "=SUMIF(A1:A9,\"text\",B1:B9)": "10", "=SUMIF(A:A,\">0\",B:B)": "1001",
            "=SUMIF(A1:A9,5,B1:B8)": "#VALUE!", "=SUMIF(A1:A9,5,B1)": "#VALUE!",
            "=SUMIF(A:A,5,B1:B9)": "1", "=SUMIF(A1:A9,\"<>\",B1:B9)": "1111",
            "=SUMIF(5,5)": "#VALUE!",
          ],
        ]
      ),
      (
        ["A1": "1", "B1": "2", "A2": "3", "B2": "=1/0", "A3": "5"],
        [
          "INDEX reads one cell by row and column": [
            "=INDEX(A1:B2,2,1)": "3", "=INDEX(A1:B2,1,2)": "2", "=INDEX(A1:A3,3)": "5",
            "=INDEX(A1:B1,2)": "2", "=INDEX(A1:B2,1)": "#REF!", "=INDEX(A1:B2,3,1)": "#REF!",
            "=INDEX(A1:B2,0,1)": "#REF!", "=INDEX(A1:B2,1,-1)": "#REF!", "=INDEX(A:A,3)": "5",
            "=INDEX(A:A,4)": "#REF!", "=INDEX(A1:A3,2.9)": "3", "=INDEX(A1,1)": "1",
            "=INDEX(A1:B3,3,2)": "0", "=INDEX(5,1)": "#VALUE!", "=INDEX(A1:A3,\"a\")": "#VALUE!",
            "=INDEX(A1:B2,2,2)": "#DIV/0!", "=INDEX(A1:A3,1/0)": "#DIV/0!",
            "=INDEX(A1:A3,1e300)": "#REF!", "=INDEX(A0,1/0)": "#REF!", "=INDEX(A1:A3,1,1)": "1",
          ]
        ]
      ),
      (
        [
          "A1": "b", "A2": "=1/0", "A3": "5", "A4": "'5", "A5": "TRUE", "B1": "A", "C1": "b",
          "A6": "5",
        ],
        [
          "MATCH finds the first equal cell of a row or column": [
            "=MATCH(5,A1:A6,0)": "3", "=MATCH(\"5\",A1:A6)": "4", "=MATCH(TRUE,A:A,0)": "5",
            "=MATCH(\"B\",A1:C1)": "1", "=MATCH(\"a\",A1:C1,0)": "2", "=MATCH(6,A1:A6,0)": "#N/A",
            "=MATCH(5,A1:B6)": "#VALUE!", "=MATCH(5,A3)": "1", "=MATCH(5,A3:A6,0)": "1",
            "=MATCH(A2,A1:A6)": "#DIV/0!", "=MATCH(5,A1:A6,1)": "#VALUE!",
            "=MATCH(0,Z1:Z9)": "#N/A",
          ]
        ]
      ),
    ]
}
