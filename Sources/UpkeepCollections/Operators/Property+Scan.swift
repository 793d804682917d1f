public import Upkeep

extension Property {
  /// Returns a running total: for each element, the total of all elements up to it.
  ///
  ///     let balances = bookings.scan(0) { $0 + $1.amount }
  ///     let numbers = todos.scan(0) { number, _ in number + 1 }  // 1, 2, 3, ...
  ///
  /// Each total keeps the identity of its element. The closure must not read properties: `map`
  /// first.
  ///
  /// An edit calls the closure from the edited element on, up to the first element whose total is
  /// as before. An edit in the middle that changes all later totals therefore costs all later
  /// elements; an edit near the end, or one that leaves the total as it was, costs little. If only
  /// the last total is needed, use `fold` or `combined`.
  ///
  /// - Parameters:
  ///   - initial: the total before the first element.
  ///   - rule: decides which totals count as changes; by default the rule of their type.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - next: returns the total with one more element.
  /// - Returns: the collection of the totals, in the same order.
  /// - Complexity: one call and O(log n) for each total that changes.
  public final func scan<ID, Element, Total>(
    _ initial: Total, changes rule: @autoclosure @Sendable () -> ChangeRule<Total>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ next: @escaping (Total, Element) -> Total
  ) -> Property<KeyedArray<ID, Total>> where Value == KeyedArray<ID, Element> {
    typealias Cell = KeyedCell<ID, Total>
    let isUnchanged = rule()?.isUnchanged ?? automaticComparison()
    let state = RowState(RowScan())
    let keys = KeyIndex<ID>()
    return DerivedProperty(self, Label(name, file, line, column), { $0.isSame(as: $1) }) { source in
      state.collection(keys, isUnchanged) {
        $0.update(
          to: source.tree,
          next: { last, row in
            let row = KeyedCell<ID, Element>.of(row)
            let total = last.map { Cell.of($0).element } ?? initial
            return Cell(id: row.id, element: next(total, row.element))
          }, areSame: { Cell.areSame($0, $1, isUnchanged) })
      }
    }
  }
}
