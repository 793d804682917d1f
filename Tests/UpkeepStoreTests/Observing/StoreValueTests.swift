import Testing
import Upkeep

@testable import UpkeepStore

private struct Counter {
  var count = 0
  var isEven = true
}

private actor Desk {
  private var store = Desk.makeStore()

  private static func makeStore() -> Store<Counter, Int> {
    Store(
      Counter(),
      Reducer { state, step in
        state.count += step
        state.isEven = state.count.isMultiple(of: 2)
      })
  }

  func counts() -> LatestValues<Int> { store.latestValues(of: \.count) }
  func everyParity() -> EveryValue<Bool> { store.everyValue(of: \.isEven, .every(10)) }
  func send(_ step: Int) { store.send(step) }
  func close() { store = Self.makeStore() }
}

@Suite struct StoreValueTests {
  @Test func `values of a field are read elsewhere, and end with the store`() async throws {
    let desk = Desk()
    var counts = await desk.counts().makeAsyncIterator()
    var parities = await desk.everyParity().makeAsyncIterator()
    #expect(await counts.next() == 0)
    for step in [1, 2, 1] { await desk.send(step) }
    #expect(await counts.next() == 4)
    await desk.close()
    #expect(await counts.next() == nil)
    var heard: [Bool] = []
    while let isEven = try await parities.next() { heard.append(isEven) }
    #expect(heard == [true, false, true])
  }
}
