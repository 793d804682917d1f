import Testing

@testable import Spreadsheet

@Suite struct OperatorTests {
  private let cells = [
    "A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A5": "=1/0", "A6": "=A0",
  ]

  @Test func `empty is 0, empty text or FALSE as needed`() {
    #expect(
      mistakes([
        "=Z1+1": "1", "=Z1&\"a\"": "a", "=Z1=0": "TRUE", "=Z1=\"\"": "TRUE", "=Z1=FALSE": "TRUE",
        "=Z1=Z2": "TRUE", "=Z1<1": "TRUE", "=Z1>-1": "TRUE", "=\"a\">Z1": "TRUE",
        "=TRUE>Z1": "TRUE",
        "=Z1<\"a\"": "TRUE", "=Z1": "0", "=-Z1": "0",
      ]).isEmpty)
  }

  @Test func `booleans are 1 and 0, and text is no number`() {
    #expect(
      mistakes(
        [
          "=TRUE+1": "2", "=-TRUE": "-1", "=TRUE%": "0.01", "=\"5\"+1": "#VALUE!",
          "=A2*1": "#VALUE!",
          "=A4+1": "#VALUE!", "=TRUE&FALSE": "TRUEFALSE", "=0.1&1e20&-0": "0.11e+200",
        ], cells
      ).isEmpty)
  }

  @Test func `a range where one value is needed is an error`() {
    #expect(
      mistakes(
        [
          "=A1:A2": "#VALUE!", "=A1:A1+1": "#VALUE!", "=-A1:A2": "#VALUE!", "=A:A&1": "#VALUE!",
          "=IF(A1:A2,1)": "#VALUE!", "=ABS(A1:A2)": "#VALUE!", "=A1:A2+A5": "#DIV/0!",
          "=IFERROR(A1:A2,7)": "7", "=SUM(IF(TRUE,A1:A1))": "#VALUE!",
        ], cells
      ).isEmpty)
  }

  @Test func `an error operand wins over a failed conversion, and of two errors the left one`() {
    #expect(
      mistakes(
        [
          "=A2+A5": "#DIV/0!", "=A5+A2": "#DIV/0!", "=A5+A6": "#DIV/0!",
          "=A6+A5": "#REF!", "=A5&A6": "#DIV/0!", "=A5=A6": "#DIV/0!", "=ROUND(A2,A5)": "#DIV/0!",
          "=MID(A1,A5,A6)": "#DIV/0!", "=MOD(A2,A6)": "#REF!",
        ], cells
      ).isEmpty)
  }

  @Test func `numbers come before texts and texts before booleans`() {
    #expect(
      mistakes([
        "=9<\"1\"": "TRUE", "=\"z\"<FALSE": "TRUE", "=9<FALSE": "TRUE", "=\"A\"=\"a\"": "TRUE",
        "=\"a\"<\"B\"": "TRUE", "=\"Z\"<\"é\"": "TRUE", "=\"é\"=\"É\"": "TRUE",
        "=\"\u{E9}\"=\"e\u{301}\"": "FALSE", "=\"a\"<>\"b\"": "TRUE", "=2>=2": "TRUE",
        "=\"ab\">\"a\"": "TRUE", "=TRUE>FALSE": "TRUE", "=\"1\"=1": "FALSE",
      ]).isEmpty)
  }

  @Test func `division by zero, powers of zero and overflow have errors of their own`() {
    #expect(
      mistakes([
        "=1/0": "#DIV/0!", "=0/0": "#DIV/0!", "=1/Z1": "#DIV/0!", "=0^-1": "#DIV/0!",
        "=0^0": "#NUM!", "=(-8)^0.5": "#NUM!", "=1e308*10": "#NUM!", "=-1e308-1e308": "#NUM!",
        "=10^400": "#NUM!", "=1e308/1e-10": "#NUM!", "=(-2)^3": "-8", "=-0": "0", "=0*-5": "0",
      ]).isEmpty)
  }
}
