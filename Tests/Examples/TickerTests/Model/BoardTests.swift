import Testing
import Upkeep

@testable import LiveMarket

@Suite struct BoardTests {
  @Test(arguments: [1, 10, 100, 1_000])
  func `a frame equals plain arrays, and asks about each changed quote once`(size: Int) {
    var ticks = TickGenerator(symbols: 500, seed: size)
    var plain = ticks.quotes
    let board = Board(plain, interval: .seconds(1), clock: ManualClock())
    #expect(board.frame().work == Work(filtered: 500, summed: 500))
    for _ in 0..<20 {
      let (before, batch) = (plain, ticks.next(size))
      for tick in batch { plain[tick.id].last = tick.price }
      board.apply(batch)
      let frame = board.frame()
      let changed = zip(before, plain).count { $0 != $1 }
      #expect(frame.work.filtered == changed && frame.work.summed == changed)
      let watched = plain.filter { abs($0.change) > 0.5 }.sorted { $0.change > $1.change }
      #expect(frame.top.map(\.symbol) == watched.prefix(Board.topCount).map(\.symbol))
      #expect(frame.top.map(\.last) == watched.prefix(Board.topCount).map(\.last))
      #expect(frame.watched == watched.count)
      #expect(frame.sums.count == 11)
      for sum in frame.sums {
        let expected = plain.reduce(0) { $1.sector == sum.sector ? $0 + $1.last : $0 }
        #expect(abs(sum.price - expected) < 1e-6)
      }
    }
  }

  @Test func `a frame is due once in an interval with batches`() {
    var ticks = TickGenerator(symbols: 10, seed: 1)
    let clock = ManualClock()
    let board = Board(ticks.quotes, interval: .milliseconds(20), clock: clock)
    let updater = Updater()
    var shown: [Int] = []
    updater.onTransition(board.pulse, initially: false) { _, batches in shown.append(batches) }
    for _ in 0..<100 {
      board.apply(ticks.next(1))
      clock.advance(by: .milliseconds(1))
    }
    #expect(shown == [20, 40, 60, 80, 100])
    clock.advance(by: .seconds(1))
    #expect(shown.count == 5)
  }
}
