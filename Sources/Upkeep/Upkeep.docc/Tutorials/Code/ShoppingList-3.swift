import Upkeep

struct Item: Equatable {
  var name: String
  var price: Int
}

final class ShoppingList {
  let items = StoredProperty<[Item]>([])
  let total: Property<Int>

  init() {
    total = items.map { items in items.reduce(0) { $0 + $1.price } }
  }
}

let list = ShoppingList()
list.items.value.append(Item(name: "tea", price: 4))
list.items.value.append(Item(name: "milk", price: 2))
print(list.total.value)  // 6
