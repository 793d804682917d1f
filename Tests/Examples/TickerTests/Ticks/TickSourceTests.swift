import Differential
import ExampleScripts
import Testing

@testable import LiveMarket

@Suite(.serialized) struct TickSourceTests {
  @Test func `made-up ticks follow from their seed`() {
    let batches = [1, 1, 2].map { seed in
      var ticks = TickGenerator(symbols: 30, seed: seed)
      return ticks.next(50)
    }
    #expect(batches[0] == batches[1] && batches[0] != batches[2])
    let symbols = TickGenerator(symbols: 1_000, seed: 1).quotes.map(\.symbol)
    #expect(Set(symbols).count == 1_000 && symbols[27] == "ABB")
  }

  @Test func `a recording opens with the first price of each symbol`() throws {
    var ticks = try Recording(
      Array("symbol,sector,price\r\nA,x,2\n\n\"B,C\",,3\nA,x,2.5\n".utf8))
    #expect(ticks.quotes.map(\.symbol) == ["A", "B,C"])
    #expect(ticks.quotes.map(\.open) == [2, 3])
    #expect(ticks.next(2) == [Tick(id: 0, price: 2), Tick(id: 1, price: 3)])
    #expect(ticks.next(2) == [Tick(id: 0, price: 2.5)])
    #expect(ticks.next(2) == [])
  }

  @Test(arguments: [
    ("", "1:1: expected symbol,sector,price, found the end of the file"),
    ("symbol,sector,price\n", "2:1: expected a tick, found the end of the file"),
    ("symbol,price\n", "1:1: expected symbol,sector,price, found 2 of these fields"),
    ("symbol,Sector,price\n", "1:8: expected sector, found \"Sector\""),
    ("symbol,sector,price\nA,x,1,2\n", "2:7: expected the end of the line, found \"2\""),
    ("symbol,sector,price\n,x,1\n", "2:1: expected a symbol, found nothing"),
    ("symbol,sector,price\nA,x,1\nA,x,0\n", "3:5: expected a price above 0, found \"0\""),
    ("symbol,sector,price\nA,é,nan\n", "2:5: expected a price above 0, found \"nan\""),
    ("symbol,sector,price\nA,x,1\nA,y,1\n", "3:3: expected \"x\", as before, found \"y\""),
    (
      "symbol,sector,price\nA,\"x,1\n",
      "2:3: expected a quote that is closed, found a quote that is never closed"
    ),
  ])
  func `a mistake in a recording has its place`(text: String, mistake: String) {
    let error = #expect(throws: FileMistake.self) { try Recording(Array(text.utf8)) }
    #expect(error?.description == mistake)
  }

  @Test(arguments: ["A,x,1\n", "A,\"x\",1\n\n", ",", "\""])
  func `reading a recording costs its bytes`(unit: String) {
    let growth = Growth(from: 6_000) { count in
      let text = "symbol,sector,price\n" + String(repeating: unit, count: count / unit.utf8.count)
      let recording = try? Recording(Array(text.utf8))
      #expect((recording != nil) == unit.hasPrefix("A"))
    }
    #expect(growth.isLinear, "\(growth)")
  }
}
