import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope

/// Atoms whose value is a keyed array: what is derived of them follows their edits.
@MainActor @Suite struct CollectionAtomTests {
  private struct Todo: Identifiable, Equatable {
    let id: Int
    var cost = 1
  }

  private final class Calls: Sendable {
    nonisolated(unsafe) var count = 0
  }

  private enum List {
    static let todos = Atom(KeyedArray<Int, Todo>((0..<1_000).map { Todo(id: $0) }), name: "todos")
    static let ids = Atom(KeyedArray<Int, Int>([1, 2, 3], id: \.self), name: "ids")
    static let todo = Family { (id: Int) in Atom(Todo(id: id), name: "todo") }
  }

  @Test func `an operator on a collection atom is called for the elements that change`() {
    let scope = Scope()
    let calls = Calls()
    let todos = scope.property(List.todos)
    let sum = todos.filter {
      calls.count += 1
      return $0.cost > 0
    }.sum { $0.cost }
    #expect(sum.value == 1_000 && calls.count == 1_000)
    calls.count = 0
    scope[List.todos][id: 7]?.cost = 3
    scope[List.todos].append(Todo(id: 1_000))
    #expect(sum.value == 1_003 && calls.count == 2)
    scope[List.todos].update(id: 7) { $0.cost = 3 }
    #expect(sum.value == 1_003 && calls.count == 2)
  }

  @Test func `an undone transaction, a reset and a snapshot lead back at the cost of the change`() {
    let scope = Scope()
    let calls = Calls()
    let sum = scope.property(List.todos).map {
      calls.count += 1
      return $0.cost
    }.sum { $0 }
    #expect(sum.value == 1_000)
    let before = scope.snapshot()
    calls.count = 0
    scope[List.todos].remove(id: 5)
    #expect(sum.value == 999 && calls.count == 0)
    try? transaction {
      scope[List.todos][id: 6]?.cost = 10
      #expect(sum.value == 1_008 && calls.count == 1)
      throw CancellationError()
    }
    #expect(sum.value == 999)
    scope[List.todos][id: 7]?.cost = 5
    #expect(sum.value == 1_003 && calls.count <= 3)
    calls.count = 0
    scope.restore(before)
    #expect(sum.value == 1_000 && calls.count == 2)
    scope[List.todos].removeAll()
    scope.reset(List.todos)
    #expect(sum.value == 1_000)
  }

  @Test func `an override is another collection, and leaves that of the scope above as it is`() {
    let scope = Scope()
    let inner = Scope(parent: scope) {
      $0.override(List.todos, with: Atom([Todo(id: 1, cost: 50)]))
    }
    let (outerSum, innerSum) = (
      scope.property(List.todos).sum { $0.cost }, inner.property(List.todos).sum { $0.cost }
    )
    #expect(outerSum.value == 1_000 && innerSum.value == 50)
    inner[List.todos].append(Todo(id: 2))
    scope[List.todos].remove(id: 1)
    #expect(outerSum.value == 999 && innerSum.value == 51)
  }

  @Test func `atoms of a family are one collection, of which one is looked at when it changes`() {
    let scope = Scope()
    let calls = Calls()
    let todos = scope.property(List.ids).map { id in
      calls.count += 1
      return scope[List.todo(id)]
    }
    let sum = todos.sum { $0.cost }
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(sum.value) }
    calls.count = 0
    scope[List.todo(2)].cost = 5
    #expect(calls.count == 1)
    scope[List.ids][id: 9] = 9
    scope[List.ids].remove(id: 1)
    #expect(calls.count == 2 && seen == [3, 7, 8, 7])
    #expect(todos.value.map(\.id) == [2, 3, 9])
  }

  @Test func `a computed definition may use a collection, and another actor its values`() async {
    let total = Computed(name: "total") { get in get(List.todos).reduce(0) { $0 + $1.cost } }
    let scope = Scope()
    #expect(scope[total] == 1_000)
    scope[List.todos].remove(id: 0)
    #expect(scope[total] == 999)
    let values = scope.values(of: List.todos)
    let first = await Task.detached { await values.first { _ in true }?.count }.value
    #expect(first == 999)
  }
}
