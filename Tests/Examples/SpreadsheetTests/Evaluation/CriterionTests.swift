import Testing

@testable import Spreadsheet

@Suite struct CriterionTests {
  private let cells = [
    "A1": "5", "A2": "text", "A3": "TRUE", "A4": "'", "A6": "2.5", "A7": "'5", "A8": "=1/0",
    "A9": "TEXT", "B1": "1", "B2": "10", "B3": "100", "B6": "1000", "B7": "x", "B8": "10000",
    "B9": "=A0",
  ]

  @Test func `a value is looked for among the cells of its kind`() {
    #expect(
      mistakes(
        [
          "=COUNTIF(A1:A9,5)": "1", "=COUNTIF(A1:A9,\"5\")": "1", "=COUNTIF(A1:A9,\"tExt\")": "2",
          "=COUNTIF(A1:A9,TRUE)": "1", "=COUNTIF(A1:A9,\"TRUE\")": "0", "=COUNTIF(A1:A9,\"\")": "1",
          "=COUNTIF(A:A,\"te*\")": "0", "=COUNTIF(A1:A9,A8)": "#DIV/0!", "=COUNTIF(A1,5)": "1",
          "=COUNTIF(A1:A9,Z1)": "0",
        ], cells
      ).isEmpty)
  }

  @Test func `operators in front compare numbers with numbers and texts with texts`() {
    #expect(
      mistakes(
        [
          "=COUNTIF(A1:A9,\">2.5\")": "1", "=COUNTIF(A1:A9,\">=2.5\")": "2",
          "=COUNTIF(A1:A9,\"<3\")": "1", "=COUNTIF(A1:A9,\"<=5\")": "2",
          "=COUNTIF(A1:A9,\"=5\")": "1", "=COUNTIF(A1:A9,\"=text\")": "2",
          "=COUNTIF(A1:A9,\"<u\")": "4", "=COUNTIF(A1:A9,\"> 1\")": "3",
          "=COUNTIF(A1:A9,\"=\")": "1",
        ], cells
      ).isEmpty)
  }

  @Test func `not equal takes every filled cell that is neither equal nor an error`() {
    #expect(
      mistakes(
        [
          "=COUNTIF(A1:A9,\"<>5\")": "6", "=COUNTIF(A1:A9,\"<>text\")": "5",
          "=COUNTIF(A1:A9,\"<>\")": "6", "=COUNTIF(A1:A99,\"<>nothing\")": "7",
        ], cells
      ).isEmpty)
  }

  @Test func `SUMIF adds the numbers beside the cells that match`() {
    #expect(
      mistakes(
        [
          "=SUMIF(A1:A9,\">0\")": "7.5", "=SUMIF(A1:A9,\">0\",B1:B9)": "1001",
          "=SUMIF(A1:A9,\"text\",B1:B9)": "10", "=SUMIF(A:A,\">0\",B:B)": "1001",
          "=SUMIF(A1:A9,5,B1:B8)": "#VALUE!", "=SUMIF(A1:A9,5,B1)": "#VALUE!",
          "=SUMIF(A:A,5,B1:B9)": "1", "=SUMIF(A1:A9,\"<>\",B1:B9)": "1111",
          "=SUMIF(5,5)": "#VALUE!",
        ], cells
      ).isEmpty)
  }
}
