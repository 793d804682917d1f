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

  private let scope = Scope()

  private enum List {
    static let todos = Atom(KeyedArray<Int, Todo>((0..<1_000).map { Todo(id: $0) }), name: "todos")
  }

  @Test func `an operator on a collection atom is called for the elements that change`() {
    let calls = Tally()
    let todos = scope.property(List.todos)
    let sum = todos.filter {
      calls.next()
      return $0.cost > 0
    }.sum { $0.cost }
    #expect(sum.value == 1_000 && calls.count == 1_000)
    calls.clear()
    scope[List.todos][id: 7]?.cost = 3
    scope[List.todos].append(Todo(id: 1_000))
    #expect(sum.value == 1_003 && calls.count == 2)
    scope[List.todos].update(id: 7) { $0.cost = 3 }
    #expect(sum.value == 1_003 && calls.count == 2)
  }

  @Test func `an undone transaction, a reset and a snapshot lead back at the cost of the change`() {
    let calls = Tally()
    let sum = scope.property(List.todos).map {
      calls.next()
      return $0.cost
    }.sum { $0 }
    #expect(sum.value == 1_000)
    let before = scope.snapshot()
    calls.clear()
    scope[List.todos].remove(id: 5)
    #expect(sum.value == 999 && calls.count == 0)
    undone {
      scope[List.todos][id: 6]?.cost = 10
      #expect(sum.value == 1_008 && calls.count == 1)
    }
    #expect(sum.value == 999)
    scope[List.todos][id: 7]?.cost = 5
    #expect(sum.value == 1_003 && calls.count <= 3)
    calls.clear()
    scope.restore(before)
    #expect(sum.value == 1_000 && calls.count == 2)
    scope[List.todos].removeAll()
    scope.reset(List.todos)
    #expect(sum.value == 1_000)
  }
}
