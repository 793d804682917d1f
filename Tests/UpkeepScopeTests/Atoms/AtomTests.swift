import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepTestKit

/// Atoms whose values are not `Sendable`: a closure makes such a value.
@Suite(.leavesNothing) struct AtomTests {
  private let scope = Scope()

  private final class Document {
    var title = ""
  }

  private struct Page: Equatable {
    var number: Int
    // All copies of a value share the document, so the value cannot be sent.
    let document: Document

    static func == (left: Page, right: Page) -> Bool { left.number == right.number }
  }

  private enum Library {
    static let document = Atom { Document() }
    static let loose = Atom(changes: .always) { Page(number: 1, document: Document()) }
    static let page = Atom { Page(number: 1, document: Document()) }
  }

  @Test func `each scope makes an instance that cannot be sent once, and anew after a reset`() {
    let (one, two) = (Scope(), Scope())
    one[Library.document].title = "one"
    #expect((one[Library.document].title, two[Library.document].title) == ("one", ""))
    let first = one[Library.document]
    #expect(first === one[Library.document])
    #expect(one[Library.page].document !== two[Library.page].document)
    one.reset(Library.document)
    #expect(one[Library.document] !== first)
  }

  @Test func `a value that cannot be sent is compared by its ==, or the rule of its atom`() {
    let probe = RenderProbe(scope) { $0[Library.page].number }
    let first = scope[Library.page].document
    scope[Library.page] = Page(number: 1, document: Document())
    #expect(scope[Library.page].document === first)
    scope[Library.page] = Page(number: 2, document: Document())
    #expect(probe.frames == [1, 2])
    let loose = RenderProbe(scope) { $0[Library.loose].number }
    scope[Library.loose] = Page(number: 1, document: Document())
    #expect(loose.frames == [1, 1])
  }

  private enum InOneLine {
    static let first = Atom(1), second = Atom(10)
  }

  @Test func `two atoms in one declaration are two`() {
    #expect((scope[InOneLine.first], scope[InOneLine.second]) == (1, 10))
  }
}

/// Atoms whose value is a keyed array: values derived from them follow the array's edits.
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
