#if canImport(SwiftUI)
  import SwiftUI
  import TodoModel
  import UpkeepScope
  import UpkeepUI

  // Type-checked against stand-ins for SwiftUI's declarations (`.ci/type-check-apple`); not run.

  /// The shown list, with its search and its commands.
  struct TodoView: View {
    let model: TodoModel
    @Environment(\.scope) private var scope
    @State private var title = ""

    var body: some View {
      VStack {
        HStack {
          ForEach(scope[Todos.lists], id: \.self) { list in
            Button("\(list) \(scope[Todos.openCount(list)])") { scope[Todos.list] = list }
          }
        }
        TextField("List", text: scope.bound(Todos.list).binding)
        TextField("Search", text: scope.bound(Todos.query).binding)
        List(scope[Todos.found]) { todo in
          TodoRow(model: model, todo: todo)
        }
        if let problem = scope[Todos.problem] { Text("Taken back: \(problem)") }
        HStack {
          TextField("New", text: $title)
          Button("Add") { add() }
          if model.canUndo { Button("Undo") { model.undo() } }
          if model.canRedo { Button("Redo") { model.redo() } }
        }
      }
    }

    private func add() {
      if title.isEmpty { return }
      withAnimation { model.add(title) }
      title = ""
    }
  }

  private struct TodoRow: View {
    let model: TodoModel
    let todo: Todo

    var body: some View {
      HStack {
        Button(todo.isDone ? "Done" : "To do") { model.setDone(!todo.isDone, todo) }
        Text(todo.title)
        Button("Remove") { model.remove(todo) }
      }
    }
  }
#endif
