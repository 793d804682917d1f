public import Upkeep

// Edits of a value. Those that are given a label are of a collection of that name.
extension KeyedArray {
  /// The element with an identity; nil if there is none.
  ///
  /// Writing edits the element where it is, appends a new one, or, written nil, removes it. An `Identifiable` element that
  /// has another identity is reported, and nothing changes.
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

  /// Adds an element.
  ///
  /// One with the same identity that is there already is reported, and goes.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - id: its identity.
  ///   - index: the position that it gets, from 0 to the number of elements.
  /// - Complexity: O(log n); amortised O(log² n) where elements come at one position in the middle again and again.
  @inlinable
  public mutating func insert(_ element: Element, id: ID, at index: Int) {
    insert(element, id: id, at: index, nil)
  }

  @inlinable
  mutating func insert(_ element: Element, id: ID, at index: Int, _ label: Label?) {
    if index < 0 || index > count { stopAtPosition(index, in: 0..<count + 1, of: label) }
    // Values that begin as copies of an empty one have nothing in common.
    if isEmpty { keys = KeyIndex() }
    if let earlier = self.index(of: id) {
      Misuse.reportDuplicate("\(id)", in: label, first: earlier, second: index)
      let row = tree.remove(at: earlier)
      let isSame = isUnchanged(row.cell(as: Cell.self).element, element)
      tree.insert(
        isSame ? row.cell : Cell(id: id, element: element), at: earlier < index ? index - 1 : index)
    } else {
      tree.insert(Cell(id: id, element: element), at: index)
    }
    keys.followIfUsed(tree)
  }

  /// Edits an element in place.
  ///
  /// The closure gets a copy, which replaces the element afterwards.
  ///
  /// - Parameters:
  ///   - id: the element's identity, which the closure must leave as it is: otherwise an `Identifiable` element is reported,
  ///     and nothing changes.
  ///   - edit: gets the element. Not called if there is none.
  /// - Returns: what `edit` returns; nil if there is no such element.
  /// - Throws: what `edit` throws; what it changed until then stays.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public mutating func update<Result, Failure>(
    id: ID, _ edit: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var element = self[id: id] else { return nil }
    defer { replace(id, by: element) }
    return try edit(&element)
  }

  /// Replaces an element; says whether there is one.
  @inlinable @discardableResult
  mutating func replace(_ id: ID, by element: Element) -> Bool {
    guard let place = keys.place(of: id, in: tree), let row = tree.row(at: place) else {
      return false
    }
    if isUnchanged(row.cell(as: Cell.self).element, element) { return true }
    let before = tree
    tree.replace(Row(place: place, cell: Cell(id: row.id(as: ID.self), element: element)))
    keys.followEqual(from: before, to: tree)
    return true
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - id: its identity. Nothing happens if it is not there.
  ///   - index: the position that it has afterwards.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func move(id: ID, to index: Int) { move(id: id, to: index, nil) }

  @inlinable
  mutating func move(id: ID, to index: Int, _ label: Label?) {
    guard let from = self.index(of: id) else { return }
    if index < 0 || index >= count { stopAtPosition(index, in: 0..<count, of: label) }
    if from == index { return }
    let row = tree.remove(at: from)
    tree.insert(row.cell, at: index)
    keys.followIfUsed(tree)
  }

  /// Removes an element.
  ///
  /// - Parameter id: its identity.
  /// - Returns: the element; nil if there was none.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let index = index(of: id) else { return nil }
    let row = tree.remove(at: index)
    keys.followIfUsed(tree)
    return row.cell(as: Cell.self).element
  }

  /// Removes all elements of which something is true.
  ///
  /// - Parameter shouldGo: says whether an element goes.
  /// - Complexity: O(n), and O(log n) for each that goes.
  @inlinable
  public mutating func removeAll(where shouldGo: (Element) -> Bool = { _ in true }) {
    let gone = enumerated().filter { shouldGo($0.element) }.map(\.offset)
    if gone.isEmpty { return }
    if gone.count == count {
      tree = RowTree()
    } else {
      for index in gone.reversed() { tree.remove(at: index) }
    }
    keys.followIfUsed(tree)
  }

  /// Makes the elements those of a sequence: what is there already, by identity, keeps its row, and elements that are equal
  /// do not change.
  ///
  /// - Parameters:
  ///   - elements: all elements, in their order. Of two with one identity, which is reported, the later one stays.
  ///   - id: leads to the identity.
  /// - Complexity: O(n), and O(log n) for each element that has changed, or stands between the first and the last that have
  ///   come, gone or moved.
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

// Elements that know their identity.
extension KeyedArray where Element: Identifiable, ID == Element.ID {
  /// Whether elements are told apart by their own identity, and not by another key of the same type.
  @inlinable var hasOwnIdentities: Bool {
    guard let first = tree.first else { return true }
    return first.id(as: ID.self) == first.cell(as: Cell.self).element.id
  }

  @inlinable
  func requireOwnIdentities() {
    if !hasOwnIdentities { stopWithoutKey() }
  }

  /// The element with an identity; nil if there is none.
  ///
  /// Writing edits the element where it is, appends a new one, or, written nil, removes it. One with another identity is
  /// reported, and nothing changes.
  @_documentation(visibility: internal)
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { element(id) }
    set {
      if let newValue, newValue.id != id, hasOwnIdentities {
        Misuse.reportChange(from: "\(id)", to: "\(newValue.id)", in: nil)
      } else {
        put(newValue, id)
      }
    }
  }

  /// Adds an element at the end.
  ///
  /// One with the same identity that is there already is reported, and goes.
  ///
  /// - Parameter element: the new element.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func append(_ element: Element) { insert(element, at: count) }

  /// Adds an element.
  ///
  /// One with the same identity that is there already is reported, and goes.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - index: the position that it gets, from 0 to the number of elements.
  /// - Complexity: O(log n).
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    requireOwnIdentities()
    insert(element, id: element.id, at: index)
  }

  /// Edits an element in place.
  ///
  /// The closure gets a copy, which replaces the element afterwards. It must leave the identity as it is; otherwise that is
  /// reported, and nothing changes.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - edit: gets the element. Not called if there is none.
  /// - Returns: what `edit` returns; nil if there is no such element.
  /// - Throws: what `edit` throws; what it changed until then stays.
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

  /// Makes the elements those of a sequence: what is there already, by identity, keeps its row, and elements that are equal
  /// do not change.
  ///
  /// - Parameter elements: all elements, in their order. Of two with one identity, which is reported, the later one stays.
  /// - Complexity: O(n), and O(log n) for each element that has changed, or stands between the first and the last that have
  ///   come, gone or moved.
  @inlinable
  public mutating func replaceAll(with elements: some Sequence<Element>) {
    requireOwnIdentities()
    replaceAll(with: elements) { $0.id }
  }
}
