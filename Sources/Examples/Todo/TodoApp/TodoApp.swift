#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TodoModel
  import UpkeepUI

  // Type-checked against stand-ins for SwiftUI's declarations (`.ci/type-check-apple`); not run.

  /// The app: todo lists that are saved in the user's documents, with a service that answers late.
  @main struct TodoApp: App {
    var body: some Scene {
      WindowGroup {
        RootView()
      }
    }
  }

  private struct RootView: View {
    @Kept private var model = makeModel()

    var body: some View {
      TodoView(model: model).environment(\.scope, model.scope)
    }

    private static func makeModel() -> TodoModel {
      TodoModel(
        folder: URL.homeDirectory.appending(path: "Documents/Todo"),
        service: TodoService { _ in try await Task.sleep(for: .seconds(1)) })
    }
  }
#endif
