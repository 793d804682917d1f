public import Upkeep

/// A collection of elements with identities that the program writes.
///
/// Derived collections follow it at the cost of the changed elements.
///
///     let todos = StoredCollection([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
///     let open = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }
///     print(open.value.map(\.title))  // ["milk", "tea"]
///
///     todos.update(1) { $0.isDone = true }
///     print(open.value.map(\.title))  // ["milk"]
///
/// Writing an equal element is no change. Elements are compared by `==`, objects by identity, or by
/// a change rule. An edit inside an object is therefore no change: give the object properties,
/// which closures may read.
///
/// The edits in a batch are one change. A transaction that is rolled back makes no change.
public final class StoredCollection<ID: Hashable, Element>: Property<KeyedArray<ID, Element>> {
  @usableFromInline typealias Cell = KeyedCell<ID, Element>

  @usableFromInline let rows: StoredProperty<KeyedArray<ID, Element>>
  @usableFromInline let identify: (Element) -> ID
  // SAFETY: a byte, read and written whole.
  /// Whether an edit is in progress.
  @usableFromInline @exclusivity(unchecked) var isBeingEdited = false

  /// Creates a collection whose elements are identified by a key.
  ///
  /// - Parameters:
  ///   - elements: the first elements. Of duplicates the last one stays, and each duplicate is
  ///     reported.
  ///   - id: returns the identity of an element.
  ///   - rule: decides which new elements count as changes; by default the rule of the element
  ///     type.
  ///   - name: the name in messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @inlinable
  public init(
    _ elements: some Sequence<Element>, id: @escaping (Element) -> ID,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let label = Label(name, file, line, column)
    let isUnchanged = rule()?.isUnchanged ?? automaticComparison()
    let first = KeyedArray<ID, Element>(comparing: isUnchanged).reconciled(
      with: elements, id: id, label)
    rows = StoredProperty(
      first,
      changes: ChangeRule(
        for: KeyedArray<ID, Element>.self, isOfType: true, isUnchanged: { $0.isSame(as: $1) }),
      name: name, file: file, line: line, column: column)
    identify = id
    super.init(seeing: rows, label)
  }

  /// Creates a collection of identifiable elements.
  ///
  /// - Parameters:
  ///   - elements: the first elements. Of duplicates the last one stays, and each duplicate is
  ///     reported.
  ///   - rule: decides which new elements count as changes; by default the rule of the element
  ///     type.
  ///   - name: the name in messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @inlinable
  public convenience init(
    _ elements: some Sequence<Element>,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where Element: Identifiable & SendableMetatype, ID == Element.ID {
    self.init(
      elements, id: { $0.id }, changes: rule(), name: name, file: file, line: line, column: column)
  }

  // MARK: - Editing

  /// The element with an identity; nil if there is none.
  ///
  /// Writing an element replaces it at its position, or appends it if it is new; writing nil
  /// removes it. Reading depends on the whole collection; `element(_:)` follows one element alone.
  @inlinable
  public subscript(id: ID) -> Element? {
    get { value[id: id] }
    set {
      guard let newValue else {
        remove(id)
        return
      }
      if hasIdentity(id, newValue), !replace(row(of: id), id, by: newValue) { append(newValue) }
    }
  }

  /// Appends an element.
  ///
  /// Replaces an element with the same identity and reports the duplicate.
  ///
  /// - Parameter element: the new element.
  /// - Complexity: O(log n).
  @inlinable
  public func append(_ element: Element) {
    edit(orElse: ()) { $0.insert(element, id: identify(element), at: $0.count, label) }
  }

  /// Inserts an element.
  ///
  /// Replaces an element with the same identity and reports the duplicate.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - index: the new position, from 0 to the number of elements; any other position is reported
  ///     and changes nothing.
  /// - Complexity: O(log n).
  @inlinable
  public func insert(_ element: Element, at index: Int) {
    edit(orElse: ()) { $0.insert(element, id: identify(element), at: index, label) }
  }

  /// Edits an element in place, as one change.
  ///
  ///     todos.update(id) { $0.isDone = true }
  ///
  /// The closure edits a copy, which then replaces the element. Writing to an array in the copy
  /// therefore copies the array, and another edit of the same element inside the closure is lost.
  /// If the closure changes the identity, this is reported and nothing changes.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - edit: edits the element. Not called if there is no such element.
  /// - Returns: the result of `edit`; nil if there is no such element.
  /// - Throws: the error of `edit`; changes made before it stay.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public func update<Result, Failure>(
    _ id: ID, _ edit: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if isBeingEdited {
      Misuse.reportOverlappingEdit(of: label)
      return nil
    }
    guard let row = row(of: id) else { return nil }
    let version = rows.storedVersion
    var element = row.cell(as: Cell.self).element
    defer {
      if hasIdentity(id, element) {
        // The program's code may have edited the collection.
        _ = replace(rows.storedVersion == version ? row : self.row(of: id), id, by: element)
      }
    }
    return try edit(&element)
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - id: the element's identity. Nothing happens if there is no such element.
  ///   - index: the position after the move, below the number of elements; any other position is
  ///     reported and changes nothing.
  /// - Complexity: O(log n).
  @inlinable
  public func move(_ id: ID, to index: Int) {
    edit(orElse: ()) { $0.move(id: id, to: index, label) }
  }

  /// Removes an element.
  ///
  /// - Parameter id: the element's identity.
  /// - Returns: the element; nil if there was none.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public func remove(_ id: ID) -> Element? { edit(orElse: nil) { $0.remove(id: id) } }

  /// Removes all elements that satisfy a predicate, as one change.
  ///
  /// - Parameter shouldGo: returns whether to remove an element; an edit of the collection in it is
  ///   reported.
  /// - Complexity: O(n).
  @inlinable
  public func removeAll(where shouldGo: (Element) -> Bool = { _ in true }) {
    edit(orElse: ()) { $0.removeAll(where: shouldGo) }
  }

  /// Replaces all elements by the elements of a sequence, as one change.
  ///
  /// An element whose identity is already in the collection keeps its row; an equal element does
  /// not change.
  ///
  ///     todos.replaceAll(with: try await fetch())
  ///
  /// - Parameter elements: all elements, in order. Of duplicates the last one stays, and each
  ///   duplicate is reported.
  /// - Complexity: O(n), and O(log n) for each element that moves or comes after a gap of removed
  ///   elements.
  @inlinable
  public func replaceAll(with elements: some Sequence<Element>) {
    // A lazy sequence runs the program's code, which may edit the collection.
    let elements = Array(elements)
    edit(orElse: ()) { $0.replaceAll(with: elements, id: identify, label) }
  }

  /// Returns the row of an element.
  @inlinable
  func row(of id: ID) -> Row? {
    let value = peek()
    return value.keys.place(of: id, in: value.tree).flatMap { value.tree.row(at: $0) }
  }

  /// Replaces an element, given its row.
  ///
  /// Returns false if there is no such element; a refused edit returns true, so that the caller
  /// does not append the element.
  @inlinable
  func replace(_ old: Row?, _ id: ID, by element: Element) -> Bool {
    if isBeingEdited {
      Misuse.reportOverlappingEdit(of: label)
      return true
    }
    guard let old else { return false }
    let cell = old.cell(as: Cell.self)
    Misuse.beginEdit()
    isBeingEdited = true
    let isUnchanged = peek().isUnchanged(cell.element, element)
    isBeingEdited = false
    // The old cell is released last: a `deinit` may use the collection.
    withExtendedLifetime(old) {
      Misuse.endEdit {
        if isUnchanged { return }
        let new = Row(place: old.place, cell: Cell(id: cell.id, element: element))
        rows.modify { value in
          // The edit may have begun with the release of an earlier value, and a `deinit` of its
          // elements may have edited the collection.
          if !value.keys.replace(cell, by: new, in: &value.tree) {
            _ = value.replace(id, by: element)
          }
        }
      }
    }
    return true
  }

  /// Edits a copy of the value, and writes it as one change.
  ///
  /// The program's closures may read the collection during the edit.
  ///
  /// An edit inside `body` is reported, and returns `refusal`.
  @inlinable
  func edit<Result>(
    orElse refusal: Result, _ body: (inout KeyedArray<ID, Element>) -> Result
  ) -> Result {
    if isBeingEdited {
      Misuse.reportOverlappingEdit(of: label)
      return refusal
    }
    let before = peek()
    var after = before
    Misuse.beginEdit()
    isBeingEdited = true
    let result = body(&after)
    isBeingEdited = false
    Misuse.endEdit {
      if after.tree.isIdentical(to: before.tree) { return }
      // Removed elements are released last: a `deinit` may use the collection.
      withExtendedLifetime(before) { rows.modify { $0 = after } }
    }
    return result
  }

  @inlinable
  func hasIdentity(_ id: ID, _ element: Element) -> Bool {
    let found = identify(element)
    if found == id { return true }
    Misuse.reportChange(from: "\(id)", to: "\(found)", in: label, Element.self)
    return false
  }
}
