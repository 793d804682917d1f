public import Upkeep
public import UpkeepCollections

/// The rows of a collection for a list on screen, by identity.
///
///     struct TodoList: View {
///       let todos: StoredCollection<Int, Todo>
///
///       var body: some View {
///         List(todos.rows) { $todo in TextField("Title", text: $todo.title) }
///       }
///     }
///
/// A reader of `value` follows the rows and their order, but not the elements: each row follows its
/// own element.
///
/// Creating the rows costs O(n). A model that keeps them, `let rows = todos.rows`, pays this once.
public final class CollectionRows<ID: Hashable, Content> {
  let collection: StoredCollection<ID, Content>
  private let shown: Property<KeyedArray<ID, Content>>
  private let order: Property<KeyedArray<ID, ID>>

  init(_ collection: StoredCollection<ID, Content>, of shown: Property<KeyedArray<ID, Content>>) {
    self.collection = collection
    self.shown = shown
    order = shown.identities()
  }

  /// The current rows.
  ///
  /// - Complexity: O(log n) for each element that has changed since the last time.
  public var value: Snapshot {
    _ = order.value
    return Snapshot(source: self, elements: shown.peek())
  }
}

extension StoredCollection {
  /// The rows of a list on screen.
  ///
  /// Each row edits its element.
  ///
  /// - Complexity: O(n).
  public var rows: CollectionRows<ID, Element> { rows(of: self) }

  /// Returns the rows of a collection derived from this one, such as a sorted part, for a list on
  /// screen.
  ///
  /// Each row edits its element in this collection.
  ///
  ///     let open = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }
  ///     let rows = todos.rows(of: open)
  ///
  /// - Parameter shown: the elements to show.
  /// - Returns: the rows of the elements.
  /// - Complexity: O(n).
  public func rows(of shown: Property<KeyedArray<ID, Element>>) -> CollectionRows<ID, Element> {
    CollectionRows(self, of: shown)
  }
}
