import Foundation
import Testing
import TodoModel
import Upkeep
import UpkeepScope

@MainActor @Suite final class TodoModelTests {
  private struct Refusal: Error {}

  /// A service that answers when the test says so.
  @MainActor private final class Service {
    private(set) var edits: [TodoEdit] = []
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    var service: TodoService {
      TodoService { [self] edit in
        edits.append(edit)
        if await !withCheckedContinuation({ waiting.append($0) }) { throw Refusal() }
      }
    }

    /// Waits for the next request and answers it.
    func answer(_ isAccepted: Bool = true) async {
      while waiting.isEmpty { await Task.yield() }
      waiting.removeFirst().resume(returning: isAccepted)
    }
  }

  private let service = Service()
  private let folder = FileManager.default.temporaryDirectory
    .appending(component: "todo-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private lazy var model = TodoModel(folder: folder, service: service.service)

  private func accepting() -> TodoModel {
    TodoModel(folder: folder, service: TodoService { _ in })
  }

  private func titles(_ model: TodoModel) -> [String] {
    model.scope[Todos.found].map { $0.isDone ? "(\($0.title))" : $0.title }
  }

  private func todo(_ title: String, of model: TodoModel) throws -> Todo {
    try #require(model.scope[Todos.visible].first { $0.title == title })
  }

  @Test func `a search finds titles of the shown list, in any case of letters`() async throws {
    let model = accepting()
    for title in ["Buy tea", "Call Ann", "buy milk"] { model.add(title) }
    model.scope[Todos.list] = "Work"
    model.add("Buy chairs")
    #expect(titles(model) == ["Buy chairs"])
    #expect(model.scope[Todos.lists] == ["Home", "Work"])
    model.scope[Todos.list] = "Home"
    model.scope[Todos.query] = "BUY"
    #expect(titles(model) == ["Buy tea", "buy milk"])
    #expect(model.scope[Todos.openCount("Home")] == 3)
    model.setDone(true, try todo("buy milk", of: model))
    #expect(model.scope[Todos.openCount("Home")] == 2)
    try await model.settle()
    #expect(titles(model) == ["Buy tea", "(buy milk)"])
  }

  @Test func `an edit shows at once, and is one change when it is accepted`() async throws {
    var shown: [[String]] = []
    let updater = Updater()
    updater.keepUpToDate { [model] in shown.append(model.scope[Todos.visible].map(\.title)) }
    model.add("tea")
    #expect(titles(model) == ["tea"])
    #expect(!model.canUndo)
    await service.answer()
    try await model.settle()
    #expect(model.canUndo)
    #expect(shown == [[], ["tea"]])
    withExtendedLifetime(updater) {}
  }

  @Test func `a refused edit is taken back, says why, and the others stay`() async throws {
    model.add("tea")
    model.add("milk")
    #expect(titles(model) == ["tea", "milk"])
    await service.answer(false)
    await service.answer()
    try await model.settle()
    #expect(titles(model) == ["milk"])
    #expect(model.scope[Todos.problem] == "Refusal()")
    model.add("rye")
    #expect(model.scope[Todos.problem] == nil)
    await service.answer()
    try await model.settle()
    #expect(titles(model) == ["milk", "rye"])
  }

  @Test func `undo and redo lead back and forth over accepted changes`() async throws {
    let model = accepting()
    model.add("tea")
    model.add("milk")
    try await model.settle()
    model.setDone(true, try todo("tea", of: model))
    model.remove(try todo("milk", of: model))
    try await model.settle()
    let states = [["(tea)"], ["(tea)", "milk"], ["tea", "milk"], ["tea"], []]
    for (state, next) in zip(states, states.dropFirst()) {
      #expect(titles(model) == state)
      model.undo()
      #expect(titles(model) == next)
      try await model.settle()
    }
    #expect(!model.canUndo)
    model.undo()
    for state in states.dropLast().reversed() {
      model.redo()
      #expect(titles(model) == state)
      try await model.settle()
    }
    #expect(!model.canRedo)
  }

  @Test func `a new change ends redoing`() async throws {
    let model = accepting()
    model.add("tea")
    try await model.settle()
    model.undo()
    try await model.settle()
    #expect(model.canRedo)
    model.add("milk")
    try await model.settle()
    #expect(!model.canRedo)
    #expect(titles(model) == ["milk"])
  }

  @Test(arguments: [true, false])
  func `an undo leaves edits alone that wait for an answer`(isAccepted: Bool) async throws {
    model.add("tea")
    await service.answer()
    try await model.settle()
    model.add("milk")
    model.undo()
    #expect(titles(model) == ["milk"])
    await service.answer(isAccepted)
    await service.answer()
    try await model.settle()
    #expect(titles(model) == (isAccepted ? ["milk"] : []))
  }

  @Test func `an undo that is refused can be tried again`() async throws {
    model.add("tea")
    await service.answer()
    try await model.settle()
    model.undo()
    #expect(titles(model) == [])
    await service.answer(false)
    try await model.settle()
    #expect(titles(model) == ["tea"])
    #expect(model.canUndo && !model.canRedo)
  }

  @Test func `accepted changes and the shown list are there after a restart`() async throws {
    let before = accepting()
    before.scope[Todos.list] = "Work"
    before.add("tea")
    before.scope[Todos.query] = "tea"
    try await before.settle()
    let after = accepting()
    #expect(titles(after) == ["tea"])
    #expect(after.scope[Todos.list] == "Work")
    #expect(after.scope[Todos.query] == "")
    after.add("milk")
    try await after.settle()
    #expect(accepting().scope[Todos.visible].map(\.id) == [1, 2])
  }

  @Test func `a dropped model is gone, and its scope with it`() async throws {
    var model: TodoModel? = accepting()
    model?.add("tea")
    try await model?.settle()
    weak let dropped = model
    weak let scope = model?.scope
    model = nil
    await Task.yield()
    #expect(dropped == nil)
    #expect(scope == nil)
  }
}
