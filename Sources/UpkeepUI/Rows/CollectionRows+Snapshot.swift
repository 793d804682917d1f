import Upkeep
import UpkeepCollections

extension CollectionRows {
  /// The rows at one time, as a collection for SwiftUI's `ForEach`.
  ///
  /// It retains its `CollectionRows`, so that a reader is notified of changes.
  public struct Snapshot: RandomAccessCollection {
    let source: CollectionRows
    let elements: KeyedArray<ID, Content>

    /// The position of the first row.
    public var startIndex: Int { 0 }

    /// The position after the last row.
    public var endIndex: Int { elements.count }

    /// The row at a position.
    ///
    /// - Parameter position: at least 0, and less than the number of rows.
    /// - Complexity: O(log n).
    public subscript(position: Int) -> CollectionRow<ID, Content> {
      CollectionRow(
        id: elements.id(at: position), collection: source.collection, element: elements[position])
    }
  }
}
