public import Upkeep

// Totals of all elements.
extension Property {
  /// Returns the number of elements.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: a property that changes with the number alone.
  @inlinable
  public final func count<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Property<Int> where Value == KeyedArray<ID, Element> {
    DerivedProperty(self, Label(name, file, line, column), { $0 == $1 }) { rows in rows.count }
  }

  /// Returns a total that is updated by adding and removing elements.
  ///
  ///     let cost = open.fold(0, adding: { $0 + $1.cost }, removing: { $0 - $1.cost })
  ///
  /// `removing` must undo `adding` exactly, in any order. Integers satisfy this; sums of
  /// floating-point numbers drift, so use `sum(of:)` for them. The closures must not read
  /// properties: `map` first.
  ///
  /// - Parameters:
  ///   - initial: the total of no elements.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - adding: returns the total with one more element.
  ///   - removing: returns the total without an element that was added.
  /// - Returns: the total.
  /// - Complexity: O(1) calls for each element that changes.
  @inlinable
  public final func fold<ID, Element, Total>(
    _ initial: Total, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column,
    adding: @escaping (Total, Element) -> Total, removing: @escaping (Total, Element) -> Total
  ) -> Property<Total> where Value == KeyedArray<ID, Element> {
    let state = RowState((rows: RowTree(), total: initial))
    return DerivedProperty(self, Label(name, file, line, column), automaticComparison()) {
      source in
      var (rows, total) = state.value
      // SAFETY: the state and the source retain the rows.
      for change in RowDifference(from: rows, to: source.tree).changes(of: ID.self)
      where !change.keepsCell {
        if let old = change.old {
          total = removing(total, old.cell(as: KeyedCell<ID, Element>.self).element)
        }
        if let new = change.new {
          total = adding(total, new.cell(as: KeyedCell<ID, Element>.self).element)
        }
      }
      // An empty collection resets a total that has drifted.
      if source.isEmpty { total = initial }
      rows = source.tree
      state.set((rows, total))
      return total
    }
  }

  /// Combines all elements, in their order, by a tree of partial results.
  ///
  ///     let longest = words.combined { $0.count } with: { max($0, $1) }
  ///
  /// No element has to be removed from a result, and no result drifts. The closures must not read
  /// properties: `map` first.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - part: returns the partial result of one element.
  ///   - combine: combines two neighbouring partial results; must be associative.
  /// - Returns: the result; nil if there are no elements.
  /// - Complexity: O(log n) calls for each element that changes.
  @inlinable
  public final func combined<ID, Element, Partial>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ part: @escaping (Element) -> Partial, with combine: @escaping (Partial, Partial) -> Partial
  ) -> Property<Partial?> where Value == KeyedArray<ID, Element> {
    summarized(
      Label(name, file, line, column), automaticComparison(), { part($0.element) }, combine, { $0 })
  }

  /// Returns the sum of a number over all elements.
  ///
  /// A sum of floating-point numbers adds partial sums in a tree. It does not drift, and its error
  /// is at most 15 roundings for each level of the tree, instead of one for each element.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - number: returns the number of an element; must be pure. Called as in `map`.
  /// - Returns: the sum; zero if there are no elements.
  /// - Complexity: O(log n) additions for each element whose number changes.
  @inlinable
  public final func sum<ID, Element, Number: AdditiveArithmetic>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    of number: @escaping (Element) -> Number
  ) -> Property<Number> where Value == KeyedArray<ID, Element> {
    numbers(number, Label(name, file, line, column))
      .summarized(Label(name, file, line, column), { $0 == $1 }, { $0.element }, { $0 + $1 }) {
        $0 ?? .zero
      }
  }

  /// Returns the average of a number over all elements.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - number: returns the number of an element; must be pure. Called as in `map`.
  /// - Returns: the average; nil if there are no elements.
  /// - Complexity: as for `sum(of:)`.
  @inlinable
  public final func average<ID, Element, Number: BinaryFloatingPoint>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    of number: @escaping (Element) -> Number
  ) -> Property<Number?> where Value == KeyedArray<ID, Element> {
    // The types are written out: inferring them takes the compiler 13 seconds.
    typealias Total = (sum: Number, count: Int)
    return numbers(number, Label(name, file, line, column))
      .summarized(
        Label(name, file, line, column), { (old: Number?, new: Number?) in old == new },
        { row -> Total in (row.element, 1) },
        { (one: Total, other: Total) in (one.sum + other.sum, one.count + other.count) },
        { (total: Total?) -> Number? in total.map { $0.sum / Number($0.count) } })
  }

  /// Returns the least element; of several, the first.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - precedes: the order; must not read properties.
  /// - Returns: the element; nil if the collection is empty.
  /// - Complexity: O(log n) comparisons for each element that changes.
  @inlinable
  public final func min<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> Property<Element?> where Value == KeyedArray<ID, Element> {
    summarized(
      Label(name, file, line, column), automaticComparison(), { $0 },
      { precedes($1.element, $0.element) ? $1 : $0 }, { $0?.element })
  }

  /// Returns the greatest element; of several, the first.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - precedes: the order; must not read properties.
  /// - Returns: the element; nil if the collection is empty.
  /// - Complexity: O(log n) comparisons for each element that changes.
  @inlinable
  public final func max<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> Property<Element?> where Value == KeyedArray<ID, Element> {
    min(name: name, file: file, line: line, column: column) { precedes($1, $0) }
  }

  @inlinable
  final func numbers<ID, Element, Number: Equatable>(
    _ number: @escaping (Element) -> Number, _ label: Label
  ) -> Property<KeyedArray<ID, Number>> where Value == KeyedArray<ID, Element> {
    transformed(label, isUnchanged: { $0 == $1 }) {
      KeyedCell(id: $0.id, element: number($0.element))
    }
  }

  @inlinable
  final func summarized<ID, Element, Partial, Result>(
    _ label: Label, _ areSame: @escaping (Result, Result) -> Bool,
    _ part: @escaping (KeyedCell<ID, Element>) -> Partial,
    _ combine: @escaping (Partial, Partial) -> Partial, _ result: @escaping (Partial?) -> Result
  ) -> Property<Result> where Value == KeyedArray<ID, Element> {
    let state = RowState<RowSummary<Partial>?>(nil)
    return DerivedProperty(self, label, areSame) { source in
      state.edit(isPlain: _isPOD(Partial.self)) {
        RowSummary.update(
          &$0, to: source.tree,
          part: { part(.of($0)) }, combine)
      }
      return result(state.value?.partial)
    }
  }
}
