import Upkeep

struct Item: Equatable {
  var name: String
  var price: Int
}

let items = StoredProperty([Item(name: "tea", price: 4)])
print(items.value.count)  // 1

items.value.append(Item(name: "milk", price: 2))
print(items.value.count)  // 2
