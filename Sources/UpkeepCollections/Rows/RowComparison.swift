/// The order that two rows are in.
///
/// The sort stands beside the comparison so that the program compiles both with its types: a sort that calls the comparison
/// as a closure takes longer.
@usableFromInline
struct RowComparison {
  /// Whether one row comes before another.
  let precedes: (RowCell, RowCell) -> Bool
  /// Sorts rows; those that are alike keep their order.
  let sort: (inout ContiguousArray<Unmanaged<RowCell>>) -> Void

  /// The order of rows by their elements.
  @inlinable
  init<ID, Element>(
    of _: KeyedCell<ID, Element>.Type, _ precedes: @escaping (Element, Element) -> Bool
  ) {
    // SAFETY: a collection is made of cells of its own types, and keeps them while it is sorted.
    self.init(
      precedes: { one, other in
        precedes(
          unsafeDowncast(one, to: KeyedCell<ID, Element>.self).element,
          unsafeDowncast(other, to: KeyedCell<ID, Element>.self).element)
      },
      sort: { cells in
        // The sort of the standard library is stable.
        cells.sort { one, other in
          one._withUnsafeGuaranteedRef { one in
            other._withUnsafeGuaranteedRef { other in
              precedes(
                unsafeDowncast(one, to: KeyedCell<ID, Element>.self).element,
                unsafeDowncast(other, to: KeyedCell<ID, Element>.self).element)
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
