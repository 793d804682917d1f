import Testing
import Upkeep

private struct NoNumber: Error {}

private func parse(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw NoNumber() }
  return number
}

private final class Cart {
  @Stored var price = 20
  @Stored var count = 1
  @Derived({ (cart: Cart) in cart.price * cart.count }) var total: Int
}

private final class Person {
  let name: StoredProperty<String>
  init(_ name: String) { self.name = StoredProperty(name) }
}

/// The page Properties.
@MainActor @Suite(.statedResults()) struct PropertiesPage {
  @Test func `the code about stored values and wrappers gives its stated results`() {
    let items = StoredProperty(["tea"])
    items.value.append("milk")  // in place, without a copy; one change
    items.modify { $0.sort() }  // several edits as one change
    print(items.value)  // ["milk", "tea"]

    let position = StoredProperty(0.0, changes: ChangeRule { abs($0 - $1) > 0.5 })
    position.value = 0.25
    print(position.value)  // 0.0
    position.value = 1
    print(position.value)  // 1.0

    let cart = Cart()
    let label = cart.$total.map { "\($0) dollars" }
    cart.count += 2
    print(cart.total)  // 60
    print(label.value)  // 60 dollars
    print(cart.$count.value)  // 3
  }

  @Test func `the code about derived and connectable properties gives its stated results`() {
    let (a, b, c) = (StoredProperty(2), StoredProperty(3), StoredProperty(4))
    let (text, cells) = (StoredProperty("x"), [a, b])
    func total(of cells: [StoredProperty<Int>]) -> Int { cells.reduce(0) { $0 + $1.value } }
    _ = DerivedProperty(a, b, c) { a, b, c in a + b * c }  // declared: any number, any types
    _ = DerivedProperty { a.value + b.value }  // tracked: it follows what it reads
    _ = DerivedProperty(fromPrevious: { old in max(old ?? a.value, a.value) })
    _ = DerivedProperty(dependencies: cells) { total(of: cells) }  // a list
    _ = DerivedProperty.catching { try parse(text.value) }  // the value is a Result
    _ = a.map { $0 * 2 }

    let sum = DerivedProperty(a, b, c) { a, b, c in a + b * c }
    let highest = DerivedProperty(fromPrevious: { old in max(old ?? a.value, a.value) })
    let number = DerivedProperty.catching { try parse(text.value) }
    print(sum.value, highest.value, (try? number.value.get()) ?? 0)  // 14 2 0
    a.value = 1
    text.value = "7"
    print(sum.value, highest.value, (try? number.value.get()) ?? 0)  // 13 2 7

    let channel = ConnectableProperty(0)
    channel.connect(a)
    print(channel.value)  // 1
    channel.disconnect()
    a.value = 5
    print(channel.value)  // 1
    channel.connect(constant: 7)
    print(channel.value)  // 7
  }

  @Test func `the code about inner properties and liveness handlers gives its stated results`() {
    let boss = StoredProperty(Person("Ada"))
    let guest = StoredProperty<Person?>(nil)
    let people = StoredProperty([Person("Ada"), Person("Bob")])
    let title = MultilevelProperty(boss, \.name)
    let visitor = MultilevelOptionalProperty(guest, \.name)
    let team = MultilevelCollectionProperty(people, \.name)
    let names = DerivedProperty { team.value.map { $0.name.value } }
    boss.value.name.value = "Grace"
    print(title.value)  // Grace
    print(visitor.value ?? "nobody")  // nobody
    people.value[1].name.value = "Bill"
    print(names.value)  // ["Ada", "Bill"]

    let updater = Updater()
    var shown: [Int] = []
    func show(_ value: Int) { shown.append(value) }
    let degrees = StoredProperty(20)
    degrees.livenessHandler = { isLive in print(isLive ? "sensor on" : "sensor off") }
    let token = updater.keepUpToDate { show(degrees.value) }  // prints "sensor on"
    token.cancel()  // prints "sensor off"
    #expect(shown == [20])
  }
}
