import Testing

@testable import Spreadsheet

@Suite struct RingTests {
  @Test func `a ring is written from the cell that comes first in the sheet`() {
    #expect(Ring(path: ["B1", "A2", "A1", "B1"]).description == "A1 -> B1 -> A2 -> A1")
    #expect(Ring(path: ["C3", "C3"]).description == "C3 -> C3")
  }

  @Test func `a very long ring is cut short in the middle`() {
    let names = (1...1_000).map { "A\($0)" } + ["A1"]
    #expect(
      Ring(path: names).description
        == (1...9).map { "A\($0) -> " }.joined() + "(990 more) -> A1000 -> A1")
  }
}
