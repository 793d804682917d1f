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
/// A reader of `value` follows which rows there are, and in which order, and not the elements: each row follows its own.
///
/// To make one costs O(n). A model that keeps it, `let rows = todos.rows`, pays that once.
public final class CollectionRows<ID: Hashable, Content> {
  let collection: StoredCollection<ID, Content>
  private let shown: Property<KeyedArray<ID, Content>>
  private let order: Property<KeyedArray<ID, ID>>

  init(_ collection: StoredCollection<ID, Content>, of shown: Property<KeyedArray<ID, Content>>) {
    self.collection = collection
    self.shown = shown
    order = shown.identities()
  }

  /// The rows that there are.
  ///
  /// - Complexity: O(log n) for each element that has changed since the last time.
  public var value: Snapshot {
    _ = order.value
    return Snapshot(source: self, elements: shown.peek())
  }
}

extension StoredCollection {
  /// The rows for a list on screen, each of which edits its element.
  ///
  /// - Complexity: O(n).
  public var rows: CollectionRows<ID, Element> { rows(of: self) }

  /// Returns the rows of what was derived from this collection, such as a sorted part of it, for a list on screen: each edits
  /// its element here.
  ///
  ///     let open = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }
  ///     let rows = todos.rows(of: open)
  ///
  /// - Parameter shown: the elements to show.
  /// - Returns: their rows.
  /// - Complexity: O(n).
  public func rows(of shown: Property<KeyedArray<ID, Element>>) -> CollectionRows<ID, Element> {
    CollectionRows(self, of: shown)
  }
}
