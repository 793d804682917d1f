import Testing
import Upkeep

@testable import UpkeepScope

private nonisolated enum Cart {
  static let price = Atom(20)
  static let count = Atom(1)
  static let total = Computed { get in get(price) * get(count) }
}

private actor Shop {
  private var scope = Scope()
  private let updater = Updater()

  func totals() -> LatestValues<Int> { scope.values(of: Cart.total) }
  func everyTotal() -> EveryValue<Int> { scope.values(of: Cart.total, .every(10)) }
  func order(_ count: Int) { scope[Cart.count] = count }
  func feed(_ counts: AsyncStream<Int>) { updater.feed(scope.bound(Cart.count), from: counts) }
  var total: Int { scope[Cart.total] }
  func close() -> Bool {
    weak let core = scope.core
    scope = Scope()
    return core == nil
  }
}

@Suite struct ScopeValueTests {
  @Test func `values of a definition are read elsewhere, and end with the scope`() async throws {
    let shop = Shop()
    var totals = await shop.totals().makeAsyncIterator()
    var every = await shop.everyTotal().makeAsyncIterator()
    #expect(await totals.next() == 20)
    await shop.order(2)
    await shop.order(3)
    #expect(await (totals.next(), shop.close()) == (60, true))
    #expect(await totals.next() == nil)
    var heard: [Int] = []
    while let total = try await every.next() { heard.append(total) }
    #expect(heard == [20, 40, 60])
  }

  @Test func `a reader that has ended retains nothing of the scope`() async {
    let shop = Shop()
    for _ in 0..<10 { _ = await shop.totals().makeAsyncIterator() }
    await shop.order(2)
    #expect(await shop.close())
  }

  @Test func `a bound value is fed`() async {
    let shop = Shop()
    let (counts, feed) = AsyncStream<Int>.makeStream()
    await shop.feed(counts)
    feed.yield(4)
    feed.finish()
    for _ in 0..<10_000 where await shop.total != 80 {
      try? await Task.sleep(for: .milliseconds(1))
    }
    #expect(await shop.total == 80)
  }
}
