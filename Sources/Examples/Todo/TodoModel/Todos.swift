import Foundation
import Upkeep
public import UpkeepScope

/// The state of the lists: stored and computed values.
nonisolated public enum Todos {
  /// The saved state, by its folder.
  static let saved = Family { (folder: URL) in
    Atom(SavedTodos(), name: "saved").persisted(key: "todos", in: FileStorage(folder: folder))
  }
  /// The folder, which a model sets.
  static let folder = Atom(URL.temporaryDirectory, name: "folder")

  /// The name of the list that is shown.
  public static let list = WritableComputed(
    get: { get in get(saved(get(folder))).list },
    set: { scope, list in scope[saved(scope[folder])].list = list })
  /// The text to search for; an empty text finds all items.
  public static let query = Atom("", name: "query")
  /// The reason why the last change was rolled back.
  public static let problem = Atom<String?>(nil, name: "problem")

  /// The items with the layers of pending edits, which a model sets.
  static let tentative = Atom<TentativeProperty<[Todo]>?>(name: "tentative") { nil }

  /// The items as a person sees them, with the edits that the service has not accepted yet.
  public static let visible = Computed(name: "visible") { get in
    get(tentative)?.value ?? get(saved(get(folder))).items
  }

  /// The items of the shown list that the search finds.
  public static let found = Computed(name: "found") { get in
    let (list, query) = (get(list), get(query).lowercased())
    return get(visible).filter {
      $0.list == list && (query.isEmpty || $0.title.lowercased().contains(query))
    }
  }

  /// The names of the lists, in order.
  public static let lists = Computed(name: "lists") { get in
    Set(get(visible).map(\.list)).union([get(list)]).sorted()
  }

  /// The number of open items of a list.
  public static let openCount = Family { (list: String) in
    Computed(name: "openCount") { get in
      get(visible).count { $0.list == list && !$0.isDone }
    }
  }
}
