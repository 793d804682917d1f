import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct KeyedLawTests {
  struct Todo: Identifiable, Equatable {
    let id: Int
    var title: String
    var cost = 1
    var isDone = false
  }

  @Test func `first`() {
    let todos = StoredCollection([
      Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk"), Todo(id: 3, title: "bread"),
    ])
    let open = todos.filter { !$0.isDone }
    let sorted = open.sorted { $0.title < $1.title }
    let titles = sorted.map { $0.title }
    let total = open.sum { $0.cost }
    #expect(Array(titles.value) == ["bread", "milk", "tea"])
    #expect(total.value == 3)
    todos.update(2) { $0.isDone = true }
    #expect(Array(titles.value) == ["bread", "tea"])
    #expect(total.value == 2)
    todos[1]?.title = "a"
    todos[4] = Todo(id: 4, title: "c", cost: 5)
    #expect(Array(titles.value) == ["a", "bread", "c"])
    #expect(total.value == 7)
    todos.move(4, to: 0)
    #expect(open.value.ids == [4, 1, 3])
    #expect(open.count().value == 3)
    let page = sorted.window(0..<2)
    #expect(page.value.map(\.title) == ["a", "bread"])
  }
}
