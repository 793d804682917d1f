public import Upkeep

// Edits of a value. A label names the collection in messages.
extension KeyedArray {
  /// The element with an identity; nil if there is none.
  ///
  /// Writing an element replaces it at its position, or appends it if it is new; writing nil
  /// removes it. An `Identifiable` element with another identity is reported, and nothing changes.
  ///
  /// - Parameter id: the identity.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { element(id) }
    set { put(newValue, id) }
  }

  @inlinable
  func element(_ id: ID) -> Element? {
    guard let place = keys.place(of: id, in: tree) else { return nil }
    return tree.row(at: place)?.cell(as: Cell.self).element
  }

  @inlinable
  mutating func put(_ element: Element?, _ id: ID) {
    if let element {
      if !replace(id, by: element) { insert(element, id: id, at: count) }
    } else {
      remove(id: id)
    }
  }

  /// Inserts an element.
  ///
  /// Replaces an element with the same identity and reports the duplicate.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - id: its identity.
  ///   - index: the new position, from 0 to the number of elements; any other position is reported
  ///     and changes nothing.
  /// - Complexity: O(log n); amortised O(log² n) for repeated insertions at one position in the
  ///   middle.
  @inlinable
  public mutating func insert(_ element: Element, id: ID, at index: Int) {
    insert(element, id: id, at: index, nil)
  }

  /// Appends an element.
  ///
  /// Replaces an element with the same identity and reports the duplicate.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - id: its identity.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func append(_ element: Element, id: ID) { insert(element, id: id, at: count) }

  @inlinable
  mutating func insert(_ element: Element, id: ID, at index: Int, _ label: Label?) {
    if index < 0 || index > count {
      return Misuse.reportPosition(index, in: 0..<count + 1, of: label, Element.self)
    }
    // Copies of one empty value may get different elements, so each begins its own index.
    if isEmpty { keys = KeyIndex() }
    if let earlier = self.index(of: id) {
      Misuse.reportDuplicate("\(id)", in: label, Element.self, first: earlier, second: index)
      let row = tree.remove(at: earlier)
      let isSame = isUnchanged(row.cell(as: Cell.self).element, element)
      tree.insert(
        isSame ? row.cell : Cell(id: id, element: element), at: earlier < index ? index - 1 : index)
    } else {
      tree.insert(Cell(id: id, element: element), at: index)
    }
    followEdit()
  }

  /// Edits an element in place.
  ///
  /// The closure edits a copy, which then replaces the element.
  ///
  /// - Parameters:
  ///   - id: the element's identity. If the closure changes the identity of an `Identifiable`
  ///     element, this is reported and nothing changes.
  ///   - edit: edits the element. Not called if there is no such element.
  /// - Returns: the result of `edit`; nil if there is no such element.
  /// - Throws: the error of `edit`; changes made before it stay.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public mutating func update<Result, Failure>(
    id: ID, _ edit: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var element = self[id: id] else { return nil }
    defer { replace(id, by: element) }
    return try edit(&element)
  }

  /// Replaces an element.
  ///
  /// Returns whether there is one.
  @inlinable @discardableResult
  mutating func replace(_ id: ID, by element: Element) -> Bool {
    guard let place = keys.place(of: id, in: tree), let row = tree.row(at: place) else {
      return false
    }
    if isUnchanged(row.cell(as: Cell.self).element, element) { return true }
    let new = Row(place: place, cell: Cell(id: row.id(as: ID.self), element: element))
    // The old cell is released last: its `deinit` must not run while a node changes in place.
    return withExtendedLifetime(row) { keys.replace(row.cell, by: new, in: &tree) }
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - id: the element's identity. Nothing happens if there is no such element.
  ///   - index: the position after the move, below the number of elements; any other position is
  ///     reported and changes nothing.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func move(id: ID, to index: Int) { move(id: id, to: index, nil) }

  @inlinable
  mutating func move(id: ID, to index: Int, _ label: Label?) {
    guard let from = self.index(of: id) else { return }
    if index < 0 || index >= count {
      return Misuse.reportPosition(index, in: 0..<count, of: label, Element.self)
    }
    if from == index { return }
    let row = tree.remove(at: from)
    tree.insert(row.cell, at: index)
    followEdit()
  }

  /// Removes an element.
  ///
  /// - Parameter id: the element's identity.
  /// - Returns: the element; nil if there was none.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let index = index(of: id) else { return nil }
    let row = tree.remove(at: index)
    followEdit()
    return row.cell(as: Cell.self).element
  }

  /// Removes all elements that satisfy a predicate.
  ///
  /// - Parameter shouldGo: returns whether to remove an element.
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeAll(where shouldGo: (Element) -> Bool = { _ in true }) {
    let gone = enumerated().filter { shouldGo($0.element) }.map(\.offset)
    if gone.isEmpty { return }
    tree.removeAll(at: gone)
    keys.followIfUsed(tree)
  }

  /// Replaces all elements by the elements of a sequence.
  ///
  /// An element whose identity is already in the array keeps its row; an equal element does not
  /// change.
  ///
  /// - Parameters:
  ///   - elements: all elements, in order. Of duplicates the last one stays, and each duplicate is
  ///     reported.
  ///   - id: returns the identity of an element.
  /// - Complexity: O(n), and O(log n) for each element that moves or comes after a gap of removed
  ///   elements.
  @inlinable
  public mutating func replaceAll(
    with elements: some Sequence<Element>, id: (Element) -> ID
  ) {
    replaceAll(with: elements, id: id, nil)
  }

  @inlinable
  mutating func replaceAll(
    with elements: some Sequence<Element>, id: (Element) -> ID, _ label: Label?
  ) {
    self = reconciled(with: elements, id: id, label)
    keys.followIfUsed(tree)
  }
}

// Edits of identifiable elements.
extension KeyedArray where Element: Identifiable, ID == Element.ID {
  /// Whether the identities are the elements' own `id`, and not another key of the same type.
  ///
  /// True if the first one is not equal to itself, and so tells nothing.
  @inlinable var hasOwnIdentities: Bool {
    guard let first = tree.first else { return true }
    let id = first.id(as: ID.self)
    return id == first.cell(as: Cell.self).element.id || id != id
  }

  @inlinable
  func requireOwnIdentities() {
    if !hasOwnIdentities { stopWithoutKey() }
  }

  /// The element with an identity; nil if there is none.
  ///
  /// Writing an element replaces it at its position, or appends it if it is new; writing nil
  /// removes it. An element with another identity is reported, and nothing changes.
  @_documentation(visibility: internal)
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { element(id) }
    set {
      if let newValue, newValue.id != id, hasOwnIdentities {
        Misuse.reportChange(from: "\(id)", to: "\(newValue.id)", in: nil, Element.self)
      } else {
        put(newValue, id)
      }
    }
  }

  /// Appends an element.
  ///
  /// Replaces an element with the same identity and reports the duplicate.
  ///
  /// - Parameter element: the new element.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func append(_ element: Element) { insert(element, at: count) }

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
  public mutating func insert(_ element: Element, at index: Int) {
    requireOwnIdentities()
    insert(element, id: element.id, at: index)
  }

  /// Edits an element in place.
  ///
  /// The closure edits a copy, which then replaces the element. If the closure changes the
  /// identity, this is reported and nothing changes.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - edit: edits the element. Not called if there is no such element.
  /// - Returns: the result of `edit`; nil if there is no such element.
  /// - Throws: the error of `edit`; changes made before it stay.
  /// - Complexity: O(log n).
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public mutating func update<Result, Failure>(
    id: ID, _ edit: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var element = self[id: id] else { return nil }
    defer { self[id: id] = element }
    return try edit(&element)
  }

  /// Replaces all elements by the elements of a sequence.
  ///
  /// An element whose identity is already in the array keeps its row; an equal element does not
  /// change.
  ///
  /// - Parameter elements: all elements, in order. Of duplicates the last one stays, and each
  ///   duplicate is reported.
  /// - Complexity: O(n), and O(log n) for each element that moves or comes after a gap of removed
  ///   elements.
  @inlinable
  public mutating func replaceAll(with elements: some Sequence<Element>) {
    requireOwnIdentities()
    replaceAll(with: elements) { $0.id }
  }
}

extension KeyedArray where ID == Element {
  /// Appends an element that is its own identity.
  ///
  /// Replaces an equal element and reports the duplicate.
  ///
  /// - Parameter element: the new element.
  /// - Complexity: O(log n).
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public mutating func append(_ element: Element) {
    // The identities may be another key of the same type. One that is not equal to itself tells
    // nothing.
    if let first = tree.first, case let id = first.id(as: ID.self), id == id,
      id != first.cell(as: Cell.self).element
    {
      stopWithoutKey()
    }
    append(element, id: element)
  }
}
