/// A comparison of rows, and a sort by it.
///
/// The sort is stored beside the comparison so that the compiler specializes both for the program's
/// types. A sort that calls the comparison as a closure takes longer.
@usableFromInline
struct RowComparison {
  /// Whether one row comes before another.
  let precedes: (RowCell, RowCell) -> Bool
  /// Sorts rows; equal rows keep their order.
  let sort: (inout ContiguousArray<Unmanaged<RowCell>>) -> Void

  /// Creates the comparison of rows by their elements.
  @inlinable
  init<ID, Element>(
    of _: KeyedCell<ID, Element>.Type, _ precedes: @escaping (Element, Element) -> Bool
  ) {
    // SAFETY: the cells have the collection's types, and the collection retains them during the
    // sort.
    self.init(
      precedes: { one, other in
        precedes(KeyedCell<ID, Element>.of(one).element, KeyedCell<ID, Element>.of(other).element)
      },
      sort: { cells in
        // The sort of the standard library is stable.
        cells.sort { one, other in
          one._withUnsafeGuaranteedRef { one in
            other._withUnsafeGuaranteedRef { other in
              precedes(
                KeyedCell<ID, Element>.of(one).element, KeyedCell<ID, Element>.of(other).element)
            }
          }
        }
      })
  }

  @usableFromInline
  init(
    precedes: @escaping (RowCell, RowCell) -> Bool,
    sort: @escaping (inout ContiguousArray<Unmanaged<RowCell>>) -> Void
  ) {
    self.precedes = precedes
    self.sort = sort
  }
}
