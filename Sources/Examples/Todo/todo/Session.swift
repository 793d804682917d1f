import ExampleScripts
import Foundation
import TodoModel
import UpkeepScope

/// Plays a script of todo lists, with a scripted service.
@MainActor final class Session {
  private var service = ScriptedService()
  private let folder: URL
  private let isEchoing: Bool
  private let show: (String) -> Void
  private var model: TodoModel

  init(folder: URL, isEchoing: Bool, show: @escaping (String) -> Void) {
    self.folder = folder
    self.isEchoing = isEchoing
    self.show = show
    model = TodoModel(folder: folder, service: service.service)
  }

  /// Plays a line, and shows the line and the list after it.
  ///
  /// - Throws: A mistake if the line cannot be parsed or carried out; then nothing has changed.
  func play(_ text: ScriptLine) async throws(ScriptMistake) {
    var line = text
    try play(try Step.parse(&line), text)
    if isEchoing { show(text.rest.escapedForTerminal()) }
    if service.answers {
      do { try await model.settle() } catch { show("    (\("\(error)".escapedForTerminal()))") }
    }
    for line in screen { show("    \(line.escapedForTerminal())") }
  }

  private func play(_ step: Step, _ line: ScriptLine) throws(ScriptMistake) {
    switch step {
    case .add(let title): model.add(title)
    case .done(let number): model.setDone(true, try todo(number, line))
    case .open(let number): model.setDone(false, try todo(number, line))
    case .remove(let number): model.remove(try todo(number, line))
    case .list(let name): model.scope[Todos.list] = name
    case .search(let text): model.scope[Todos.query] = text
    case .undo:
      if !model.canUndo { throw line.mistake(.nothingToUndo) }
      model.undo()
    case .redo:
      if !model.canRedo { throw line.mistake(.nothingToRedo) }
      model.redo()
    case .hold: service.hold()
    case .answer: service.answer()
    case .failNext(let reason): service.failNext(reason)
    case .restart:
      service.end()
      service = ScriptedService()
      model = TodoModel(folder: folder, service: service.service)
    }
  }

  private func todo(_ number: Int, _ line: ScriptLine) throws(ScriptMistake) -> Todo {
    if let todo = model.scope[Todos.visible].first(where: { $0.id == number }) { return todo }
    var line = line
    _ = line.takeWord()
    throw line.mistake("the number of an item that there is")
  }

  private var screen: [String] {
    let scope = model.scope
    let titles = scope[Todos.lists].map { list in
      let title = "\(list) \(scope[Todos.openCount(list)])"
      return list == scope[Todos.list] ? "[\(title)]" : title
    }
    let items = scope[Todos.found].map { "\($0.id). \($0.isDone ? "x" : " ") \($0.title)" }
    let query = scope[Todos.query]
    return [titles.joined(separator: "  ")] + (query.isEmpty ? [] : ["search: \(query)"]) + items
      + (scope[Todos.problem].map { ["(taken back: \($0))"] } ?? [])
  }
}
