import Testing
import Upkeep
import UpkeepScope

@testable import UpkeepUI

private enum Shop {
  static let items = Atom(["tea"], name: "items")
  static let prices = Resource(name: "prices") { get in [3] }
  static let total = Resource(name: "total") { get in
    try get(prices).get().reduce(0, +) * get(items).count
  }
}

/// The graph of a scope as text.
@Suite struct GraphLineTests {
  @Test func `each definition has a line with its kind and its inputs`() {
    let scope = Scope()
    #expect(scope.snapshot().graph.lines == [])
    _ = scope[Shop.total]
    #expect(
      scope.snapshot().graph.lines.map(\.text) == [
        "items (atom)", "prices (resource)", "total (resource) <- items, prices",
      ])
    #expect(scope.snapshot().graph.lines.map(\.id) == [0, 1, 2])
  }
}
