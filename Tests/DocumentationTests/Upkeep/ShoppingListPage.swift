import Testing
import Upkeep

private struct Item: Equatable {
  var name: String
  var price: Int
}

private enum Step3 {
  final class ShoppingList {
    let items = StoredProperty<[Item]>([])
    let total: Property<Int>

    init() {
      total = items.map { items in items.reduce(0) { $0 + $1.price } }
    }
  }
}

private enum Step4 {
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
}

private enum Step5 {
  final class Screen {
    private let updater = Updater()

    init(_ list: ShoppingList) {
      updater.keepUpToDate {
        print("\(list.items.value.count) items, \(list.total.value) of \(list.budget.value)")
      }
    }
  }
}

private struct Overdrawn: Error {}

private final class ShoppingList {
  let items = StoredProperty<[Item]>([])
  let budget = StoredProperty(10)
  let total: Property<Int>
  let rest: Property<Int>

  init() {
    total = items.map { items in items.reduce(0) { $0 + $1.price } }
    rest = DerivedProperty(budget, total) { $0 - $1 }
  }

  func buy(_ item: Item) throws {
    try transaction {
      items.value.append(item)
      if rest.value < 0 { throw Overdrawn() }
    }
  }
}

private final class Screen {
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

/// The code of the tutorial.
///
/// Step 2 contains the code of step 1, and step 4 the code of step 3.
@MainActor @Suite(.statedResults()) struct ShoppingListPage {
  @Test func `the code of step 2 gives its stated results`() {

    let items = StoredProperty([Item(name: "tea", price: 4)])
    print(items.value.count)  // 1

    items.value.append(Item(name: "milk", price: 2))
    print(items.value.count)  // 2
  }

  @Test func `the code of step 4 gives its stated results`() {
    typealias ShoppingList = Step4.ShoppingList

    let list = ShoppingList()
    list.items.value.append(Item(name: "tea", price: 4))
    list.items.value.append(Item(name: "milk", price: 2))
    print(list.total.value)  // 6
    print(list.rest.value)  // 4
  }

  @Test func `the code of step 5 gives its stated results`() {
    typealias Screen = Step5.Screen

    let list = ShoppingList()
    let screen = Screen(list)  // prints "0 items, 0 of 10"
    list.items.value.append(Item(name: "tea", price: 4))  // prints "1 items, 4 of 10"
    list.items.value.append(Item(name: "milk", price: 2))  // prints "2 items, 6 of 10"
    _ = screen
  }

  @Test func `the code of step 6 gives its stated results`() {

    let list = ShoppingList()
    let screen = Screen(list)  // prints "0 items, 0 of 10"
    list.items.value.append(Item(name: "tea", price: 4))  // prints "1 items, 4 of 10"
    list.items.value.append(Item(name: "cake", price: 9))
    // prints "2 items, 13 of 10", then "too much"
    _ = screen
  }

  @Test func `the code of step 7 gives its stated results`() {

    let list = ShoppingList()
    let screen = Screen(list)  // prints "0 items, 0 of 10"
    batch {
      list.budget.value = 20
      list.items.value = [Item(name: "tea", price: 4), Item(name: "cake", price: 9)]
    }  // prints "2 items, 13 of 20"
    _ = screen
  }

  @Test func `the code of step 8 gives its stated results`() throws {

    let list = ShoppingList()
    let screen = Screen(list)  // prints "0 items, 0 of 10"
    try list.buy(Item(name: "tea", price: 4))  // prints "1 items, 4 of 10"
    do {
      try list.buy(Item(name: "cake", price: 9))  // prints nothing: it is undone
    } catch {
      print(list.items.value.count)  // 1
    }
    _ = screen
  }
}
