import Upkeep

struct Item: Equatable {
  var name: String
  var price: Int
}

final class ShoppingList {
  let items = StoredProperty<[Item]>([])
  let budget = StoredProperty(10)
  let total: Property<Int>
  let rest: Property<Int>

  init() {
    total = items.map { items in items.reduce(0) { $0 + $1.price } }
    rest = DerivedProperty(budget, total) { $0 - $1 }
  }
}

final class Screen {
  private let updater = Updater()

  init(_ list: ShoppingList) {
    updater.keepUpToDate {
      print("\(list.items.value.count) items, \(list.total.value) of \(list.budget.value)")
    }
    updater.onTransition(list.rest.map { $0 < 0 }) { _, isOver in
      if isOver { print("too much") }
    }
  }
}

let list = ShoppingList()
let screen = Screen(list)  // prints "0 items, 0 of 10"
list.items.value.append(Item(name: "tea", price: 4))  // prints "1 items, 4 of 10"
list.items.value.append(Item(name: "cake", price: 9))
// prints "2 items, 13 of 10", then "too much"
