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

let list = ShoppingList()
list.items.value.append(Item(name: "tea", price: 4))
list.items.value.append(Item(name: "milk", price: 2))
print(list.total.value)  // 6
print(list.rest.value)  // 4
