import Testing
import Upkeep
import UpkeepCollections

private nonisolated struct Todo: Identifiable, Equatable {
  let id: Int
  var title: String
  var owner = "ann"
  var cost = 1
  var tags: [String] = []
  var isDone = false
}

private nonisolated struct Person: Identifiable, Equatable {
  let id: String
  var name: String
}

private nonisolated struct Offline: Error {}

private nonisolated final class Share: Identifiable {
  let id: String
  let price: StoredProperty<Int>

  init(_ id: String, price: Int) {
    self.id = id
    self.price = StoredProperty(price)
  }
}

/// The page Collections.
@MainActor @Suite(.statedResults()) struct CollectionsPage {
  private func shoppingList() -> StoredCollection<Int, Todo> {
    StoredCollection([
      Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk"), Todo(id: 3, title: "bread"),
    ])
  }

  @Test func `the code of the module's page gives its stated results`() {
    let todos = StoredCollection([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
    let titles = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }.map { $0.title }
    print(titles.value)  // ["milk", "tea"]
    todos.update(2) { $0.isDone = true }  // calls the filter once
    print(titles.value)  // ["tea"]
  }

  @Test func `the code of the first example gives its stated results`() {
    let todos = StoredCollection([
      Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk"), Todo(id: 3, title: "bread"),
    ])
    let open = todos.filter { !$0.isDone }
    let titles = open.sorted { $0.title < $1.title }.map { $0.title }
    let cost = open.sum { $0.cost }
    print(titles.value, cost.value)  // ["bread", "milk", "tea"] 3

    todos.update(2) { $0.isDone = true }  // calls the filter once
    print(titles.value, cost.value)  // ["bread", "tea"] 2
  }

  @Test func `the code about arrays gives its stated results`() {
    var drafts: KeyedArray = [Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")]
    let before = drafts
    drafts[id: 2]?.isDone = true
    drafts.append(Todo(id: 3, title: "bread"))
    print(drafts.count, before.count)  // 3 2

    let plan = StoredProperty(KeyedArray([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")]))
    let planned = plan.map { $0.title }
    let was = plan.value
    plan.value[id: 1]?.title = "green tea"  // calls the closure once
    print(planned.value)  // ["green tea", "milk"]
    plan.value = was  // and once more
    print(planned.value)  // ["tea", "milk"]

    let fetched = StoredProperty([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
    let list = fetched.keyed(by: \.id).map { $0.title }
    print(list.value)  // ["tea", "milk"]

    fetched.value = [Todo(id: 2, title: "oat milk")]
    #expect(list.value.ids == [2] && list.value[0] == "oat milk")
    let words = ["tea", "milk"]
    #expect(Array(StoredCollection(words, id: \.self).value) == words)
    #expect(StoredCollection<Int, Todo>([]).value.isEmpty)
  }

  @Test func `the code about edits gives its stated results`() {
    let (todos, updater) = (shoppingList(), Updater())
    todos.append(Todo(id: 4, title: "salt"))
    todos.insert(Todo(id: 5, title: "eggs"), at: 0)
    todos.update(3) { $0.isDone = true }  // in place
    todos[5]?.title = "six eggs"
    todos[6] = Todo(id: 6, title: "jam")  // a new one, at the end
    todos.move(6, to: 0)
    todos.remove(5)
    todos.removeAll { $0.isDone }  // one change
    print(todos.value.map(\.title))  // ["jam", "tea", "milk", "salt"]

    todos.replaceAll(with: [Todo(id: 2, title: "milk"), Todo(id: 6, title: "jam")])
    print(todos.value.ids)  // [2, 6]

    let was = todos.value
    #expect(todos.update(9) { $0.isDone = true } == nil && todos.remove(9) == nil)
    todos.move(9, to: 0)
    #expect(todos.value == was)
    todos.remove(2)
    todos.replaceAll(with: was)
    #expect(todos.value == was)

    updater.keepUpToDate { print(todos.value.ids) }  // prints [2, 6]
    batch {
      todos.append(Todo(id: 7, title: "rye"))
      todos.remove(6)
    }  // prints [2, 7]
    try? transaction {
      todos.removeAll()
      throw Offline()
    }  // prints nothing: it is undone
    batch {
      todos.append(Todo(id: 8, title: "oats"))
      todos.remove(8)
    }  // prints nothing
  }

  @Test func `the code about operators gives its stated results`() {
    let todos = StoredCollection([
      Todo(id: 1, title: "tea", owner: "ann", cost: 4, tags: ["drink", "hot"]),
      Todo(id: 2, title: "milk", owner: "bob", cost: 2, tags: ["drink"]),
      Todo(id: 3, title: "bread", owner: "ann", cost: 3),
    ])
    let people = StoredCollection([Person(id: "ann", name: "Ann")])

    print(todos.filter { $0.cost > 2 }.value.ids)  // [1, 3]
    print(todos.map { $0.title.uppercased() }.value)  // ["TEA", "MILK", "BREAD"]
    print(todos.compactMap { $0.tags.first }.value)  // ["drink", "drink"]

    print(todos.sorted { $0.cost < $1.cost }.value.ids)  // [2, 3, 1]
    print(todos.sorted(on: { $0.title }).value.ids)  // [3, 2, 1]
    print(todos.sorted(on: { $0.owner }, { Descending($0.cost) }).value.ids)  // [1, 3, 2]
    print(todos.sorted(on: { Descending($0.cost) }).window(0..<2).value.ids)  // [1, 3]
    print(todos.sorted(on: { $0.isDone ? 1 : 0 }, { $0.title }).window(2...9).value.ids)  // [1]

    let isByCost = StoredProperty(false)
    let shown = todos.sorted(by: isByCost) { isByCost, one, other in
      isByCost ? one.cost < other.cost : one.title < other.title
    }
    let visible = StoredProperty(0..<2)
    let page = shown.window(visible)
    print(page.value.ids)  // [3, 2]
    isByCost.value = true  // one sort
    print(page.value.ids)  // [2, 3]
    visible.value = 1..<3
    print(page.value.ids)  // [3, 1]

    let owners = todos.grouped { $0.owner }
    print(owners.value.map { "\($0.key): \($0.elements.count)" })  // ["ann: 2", "bob: 1"]
    print(todos.distinct { $0.owner }.value.ids)  // [1, 2]

    let tags = todos.flatMap(id: { $0 }) { $0.tags }
    print(tags.value)  // ["drink", "hot", "drink"]
    print(tags.value.ids.map(\.outer))  // [1, 1, 2]

    let joined = todos.joined(with: people, on: { $0.owner }) { todo, person in
      person.name + ": " + todo.title
    }
    let all = todos.leftJoined(with: people, on: { $0.owner }) { todo, person in
      (person?.name ?? "nobody") + ": " + todo.title
    }
    print(joined.value)  // ["Ann: tea", "Ann: bread"]
    print(all.value)  // ["Ann: tea", "nobody: milk", "Ann: bread"]

    let guests = StoredCollection([Person(id: "bob", name: "Bob"), Person(id: "cy", name: "Cy")])
    let both = todos.fullJoined(with: guests, on: { $0.owner }) { todo, guest in
      (guest?.name ?? "nobody") + ": " + (todo?.title ?? "nothing")
    }
    print(both.value)  // ["nobody: tea", "Bob: milk", "nobody: bread", "Cy: nothing"]

    let drafts = StoredCollection([Todo(id: 2, title: "oat milk")])
    print(drafts.merged(with: todos).value.map(\.title))  // ["oat milk", "tea", "bread"]
  }

  @Test func `the code about one element gives its stated results`() {
    let (todos, updater) = (shoppingList(), Updater())
    let milk = todos.element(2)
    updater.keepUpToDate { print(milk.value?.title ?? "gone") }  // prints "milk"
    todos.update(1) { $0.title = "green tea" }  // prints nothing
    todos.update(2) { $0.title = "oat milk" }  // prints "oat milk"
    print(todos.rank(of: 3).value ?? -1)  // 2
  }

  @Test func `the code about totals gives its stated results`() {
    let todos = StoredCollection([
      Todo(id: 1, title: "tea", cost: 4), Todo(id: 2, title: "milk", owner: "bob", cost: 2),
      Todo(id: 3, title: "bread", cost: 3),
    ])
    print(todos.count().value)  // 3
    print(todos.sum { $0.cost }.value)  // 9
    print(todos.average { Double($0.cost) }.value ?? 0)  // 3.0
    print(todos.min { $0.cost < $1.cost }.value?.title ?? "none")  // milk
    print(todos.max { $0.cost < $1.cost }.value?.title ?? "none")  // tea

    let bits = todos.fold(0, adding: { $0 ^ $1.cost }, removing: { $0 ^ $1.cost })
    let longest = todos.combined {
      $0.title.count
    } with: {
      max($0, $1)
    }
    print(bits.value, longest.value ?? 0)  // 5 5

    print(todos.scan(0) { $0 + $1.cost }.value)  // [4, 6, 9]
    print(todos.scan(0) { number, _ in number + 1 }.value)  // [1, 2, 3]

    let costs = todos.sum {
      $0.cost
    } by: {
      $0.owner
    }
    let dearest = todos.combined {
      $0.cost
    } with: {
      max($0, $1)
    } by: {
      $0.owner
    }
    print(costs.value.ids, costs.value, dearest.value[id: "ann"] ?? 0)  // ["ann", "bob"] [7, 2] 4

    let sections = todos.grouped { $0.owner }.joined(with: costs, on: { $0.key }) { section, cost in
      "\(section.key): \(section.elements.count) for \(cost)"
    }
    print(sections.value)  // ["ann: 2 for 7", "bob: 1 for 2"]
  }

  @Test func `the code about closures gives its stated results`() {
    let tea = Share("TEA", price: 40)
    let shares = StoredCollection([tea, Share("MILK", price: 60), Share("RYE", price: 80)])
    let limit = StoredProperty(50)
    let dear = shares.filter { $0.price.value > limit.value }
    let worth = shares.sum { $0.price.value }
    print(dear.value.ids, worth.value)  // ["MILK", "RYE"] 180
    tea.price.value = 70  // calls each closure once, for this element
    print(dear.value.ids, worth.value)  // ["TEA", "MILK", "RYE"] 210
    limit.value = 65  // a parameter that all have read: one pass of the filter, none of the sum
    print(dear.value.ids, worth.value)  // ["TEA", "RYE"] 210

    let todos = shoppingList()
    var calls = 0
    let open = todos.filter { todo in
      calls += 1
      return !todo.isDone
    }
    todos.append(Todo(id: 4, title: "salt"))
    print(calls)  // 0
    print(open.value.count, calls)  // 4 4
    todos.update(1) { $0.title = "green tea" }
    print(open.value.count, calls)  // 4 5
  }

  @Test func `the code about a table on screen gives its stated results`() {
    let (todos, updater) = (shoppingList(), Updater())
    let shown = todos.sorted { $0.title < $1.title }
    var lines: [String] = []
    updater.follow(shown) { edits in
      for step in edits.steps {
        switch step {
        case .remove(at: let index): lines.remove(at: index)
        case .insert(let todo, at: let index): lines.insert(todo.title, at: index)
        case .update(let todo, at: let index): lines[index] = todo.title
        }
      }
    }
    print(lines)  // ["bread", "milk", "tea"]
    batch {
      todos.update(1) { $0.title = "a cake" }
      todos.remove(3)
    }
    print(lines)  // ["a cake", "milk"]
  }
}
