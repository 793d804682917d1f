import Upkeep
import UpkeepCollections

extension CollectionRows {
  /// The rows that there were at one time, as SwiftUI's `ForEach` asks for them.
  ///
  /// It keeps the `CollectionRows` that it comes of, so that a reader of these is told of changes.
  public struct Snapshot: RandomAccessCollection {
    let source: CollectionRows
    let elements: KeyedArray<ID, Content>

    /// The position of the first row.
    public var startIndex: Int { 0 }

    /// The position after that of the last row.
    public var endIndex: Int { elements.count }

    /// The row at a position.
    ///
    /// - Parameter position: from 0 to the number of rows, without that.
    /// - Complexity: O(log n).
    public subscript(position: Int) -> CollectionRow<ID, Content> {
      CollectionRow(
        id: elements.id(at: position), collection: source.collection, element: elements[position])
    }
  }
}
