import Testing
import Upkeep

private nonisolated struct Item: Equatable { var price = 1 }

nonisolated extension [Item] {
  var cost: Int { reduce(0) { $0 + $1.price } }  // checks nothing
}

/// The page Performance.
@MainActor @Suite(.statedResults()) struct PerformancePage {
  @Test func `the code about the main actor gives its stated results`() {
    let items = StoredProperty([Item(), Item(price: 4)])
    let cost = items.map { $0.cost }
    print(cost.value)  // 5
    let dearest = items.map { items in
      var price = 0
      for item in items { price = max(price, item.price) }
      return price
    }
    print(dearest.value)  // 4
  }
}
