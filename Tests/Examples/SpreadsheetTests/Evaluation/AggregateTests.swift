import Testing

@testable import Spreadsheet

@Suite struct AggregateTests {
  private let cells = [
    "A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A6": "2.5", "A7": "'7", "B1": "=1/0",
    "B2": "=A0", "B3": "1",
  ]

  @Test func `scanned cells count where they are numbers`() {
    #expect(
      mistakes(
        [
          "=SUM(A1:A7)": "7.5", "=AVERAGE(A1:A7)": "3.75", "=MIN(A1:A7)": "2.5", "=MAX(A:A)": "5",
          "=SUM(A2)": "0", "=SUM(A3)": "0", "=SUM((A3))": "0", "=SUM(A7:A1)": "7.5",
          "=COUNT(A1:A9)": "2", "=COUNTA(A1:A9)": "6", "=SUM(A1,A1:A1,A1)": "15",
        ], cells
      ).isEmpty)
  }

  @Test func `other arguments are operands`() {
    #expect(
      mistakes(
        [
          "=SUM(TRUE,2)": "3", "=SUM(\"a\")": "#VALUE!", "=SUM(A3+0)": "1", "=MAX(-1,FALSE)": "0",
          "=COUNT(1,TRUE,\"2\",1/0)": "1", "=COUNTA(1,\"\",1/0,Z1+0)": "4", "=AVERAGE(TRUE,3)": "2",
          "=SUM(A2&1)": "#VALUE!", "=SUM(IF(TRUE,A3))": "1",
        ], cells
      ).isEmpty)
  }

  @Test func `errors are passed on, the first in row order, and win over failed conversions`() {
    #expect(
      mistakes(
        [
          "=SUM(A1:B3)": "#DIV/0!", "=MIN(B2:B3)": "#REF!", "=SUM(B2,B1)": "#REF!",
          "=SUM(\"a\",B1)": "#DIV/0!", "=AND(B1:B3)": "#DIV/0!", "=CONCAT(B2:B3)": "#REF!",
          "=COUNT(B1:B3)": "1", "=COUNTA(B1:B3)": "3", "=OR(\"a\",B2)": "#REF!",
        ], cells
      ).isEmpty)
    #expect(mistakes(["=SUM(A1:B2)": "#REF!"], ["B1": "=A0", "A2": "=1/0"]).isEmpty)
  }

  @Test func `nothing to work on is 0, or an error where 0 would be wrong`() {
    #expect(
      mistakes([
        "=SUM(Z1:Z9)": "0", "=MIN(Z1)": "0", "=MAX(Z:Z)": "0", "=AVERAGE(Z1:Z9)": "#DIV/0!",
        "=AND(Z1:Z9)": "#VALUE!", "=OR(Z1)": "#VALUE!", "=COUNT(Z:Z)": "0", "=CONCAT(Z1:Z9)": "",
        "=SUM(A1:ZZZ10000000)": "0",
      ]).isEmpty)
  }

  @Test func `AND and OR skip text and empty cells where they scan, and read every argument`() {
    #expect(
      mistakes(
        [
          "=AND(A1:A9)": "TRUE", "=OR(A2,A3)": "TRUE", "=AND(1,0)": "FALSE",
          "=OR(0,FALSE)": "FALSE",
          "=AND(\"a\")": "#VALUE!", "=AND(FALSE,1/0)": "#DIV/0!", "=OR(TRUE,1/0)": "#DIV/0!",
          "=AND(A2)": "#VALUE!", "=OR(Z1+0,1)": "TRUE",
        ], cells
      ).isEmpty)
  }

  @Test func `CONCAT joins in row order`() {
    let cells = ["A1": "a", "B1": "1.50", "A2": "TRUE", "B2": "b", "C2": "", "A3": "'"]
    #expect(
      mistakes(["=CONCAT(A1:C3)": "a1.5TRUEb", "=CONCAT(A1,1,TRUE,Z1)": "a1TRUE"], cells).isEmpty)
  }
}
