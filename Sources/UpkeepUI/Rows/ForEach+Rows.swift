#if canImport(SwiftUI)
  public import SwiftUI

  // `CollectionRows` and the value of each row are tested on Linux. This file has been type-checked
  // only, against stand-ins for SwiftUI's declarations; it has not run.

  extension ForEach {
    /// Creates views for the rows of a collection, by identity, each with a binding to its element.
    ///
    ///     List {
    ///       ForEach(todos.rows) { $todo in
    ///         TextField("Title", text: $todo.title)
    ///       }
    ///       .onDelete { offsets in delete(offsets) }
    ///     }
    ///
    /// The surrounding view is rendered again when a row is inserted, removed or moved; a row is
    /// rendered again when its element changes. After the removal of its element, a binding has the
    /// last value, and a write does nothing.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - content: shows a row.
    @MainActor
    public init<Element, RowContent: View>(
      _ rows: CollectionRows<ID, Element>,
      @ViewBuilder content: @escaping (Binding<Element>) -> RowContent
    )
    where
      Data == CollectionRows<ID, Element>.Snapshot,
      Content == CollectionRowView<Element, RowContent>
    {
      self.init(rows.value, id: \.id) { CollectionRowView($0.bound, content) }
    }
  }

  extension List where SelectionValue == Never {
    /// Creates a list of the rows of a collection, by identity, each with a binding to its element.
    ///
    ///     List(todos.rows) { $todo in
    ///       TextField("Title", text: $todo.title)
    ///     }
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - rowContent: shows a row.
    @MainActor
    public init<ID, Element, RowContent: View>(
      _ rows: CollectionRows<ID, Element>,
      @ViewBuilder rowContent: @escaping (Binding<Element>) -> RowContent
    )
    where
      Content == ForEach<
        CollectionRows<ID, Element>.Snapshot, ID, CollectionRowView<Element, RowContent>
      >
    {
      self.init { ForEach(rows, content: rowContent) }
    }
  }
#endif
