/// A collection of elements with identities whose content the program sets, and from which others follow at the cost of
/// what changes.
///
///     let todos = StoredCollection([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
///     let open = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }
///     print(open.value.map(\.title))  // ["milk", "tea"]
///
///     todos.update(1) { $0.isDone = true }
///     print(open.value.map(\.title))  // ["milk"]
///
/// An element that is given again, or edited to what it was, is no change: it is compared by `==`, objects by identity,
/// or by a rule. An object that was edited itself is therefore unchanged: give it properties, which closures may read.
///
/// Edits in a batch are one change, and those of an undone transaction none.
public final class StoredCollection<ID: Hashable, Element>: Property<KeyedArray<ID, Element>> {
  @usableFromInline typealias Cell = KeyedCell<ID, Element>

  @usableFromInline let rows: StoredProperty<KeyedArray<ID, Element>>
  @usableFromInline let identify: (Element) -> ID

  /// Makes a collection of elements that are told apart by a key.
  ///
  /// - Parameters:
  ///   - elements: the first elements. Of two with one identity, which is reported, the later one stays.
  ///   - id: leads to the identity.
  ///   - rule: decides which new elements are changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @inlinable
  public init(
    _ elements: some Sequence<Element>, id: @escaping (Element) -> ID,
    changes rule: ChangeRule<Element>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let label = Label(name, file, line)
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    let first = KeyedArray<ID, Element>(comparing: isUnchanged).reconciled(
      with: elements, id: id, label)
    rows = StoredProperty(
      first,
      changes: ChangeRule(
        for: KeyedArray<ID, Element>.self, isOfType: true, isUnchanged: { $0.isSame(as: $1) }),
      name: name, file: file, line: line)
    identify = id
    super.init(seeing: rows, label)
  }

  /// Makes a collection of elements that know their identity.
  ///
  /// - Parameters:
  ///   - elements: the first elements. Of two with one identity, which is reported, the later one stays.
  ///   - rule: decides which new elements are changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @inlinable
  public convenience init(
    _ elements: some Sequence<Element>, changes rule: ChangeRule<Element>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Element: Identifiable, ID == Element.ID {
    self.init(elements, id: { $0.id }, changes: rule, name: name, file: file, line: line)
  }

  // MARK: - Editing

  /// The element with an identity; nil if there is none.
  ///
  /// Writing edits the element where it is, appends a new one, or, written nil, removes it. Reading depends on the whole
  /// collection; `element(_:)` follows one element alone.
  @inlinable
  public subscript(id: ID) -> Element? {
    get { value[id: id] }
    set {
      guard let newValue else {
        remove(id)
        return
      }
      if hasIdentity(id, newValue), !replace(id, by: newValue) { append(newValue) }
    }
  }

  /// Adds an element at the end.
  ///
  /// One with the same identity that is there already is reported, and goes.
  ///
  /// - Parameter element: the new element.
  /// - Complexity: O(log n).
  @inlinable
  public func append(_ element: Element) { insert(element, at: peek().count) }

  /// Adds an element.
  ///
  /// One with the same identity that is there already is reported, and goes.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - index: the position that it gets, from 0 to the number of elements.
  /// - Complexity: O(log n).
  @inlinable
  public func insert(_ element: Element, at index: Int) {
    let id = identify(element)
    let now = peek()
    if index < 0 || index > now.count { stopAtPosition(index, in: 0..<now.count + 1, of: label) }
    guard let earlier = now.index(of: id) else {
      edit { $0.insert(Cell(id: id, element: element), at: index) }
      return
    }
    let target = earlier < index ? index - 1 : index
    Misuse.reportDuplicate("\(id)", in: label, first: earlier, second: index)
    let isSame = now.isUnchanged(now[earlier], element)
    edit {
      let row = $0.remove(at: earlier)
      $0.insert(isSame ? row.cell : Cell(id: id, element: element), at: target)
    }
  }

  /// Edits an element in place, as one change.
  ///
  ///     todos.update(id) { $0.isDone = true }
  ///
  /// The closure gets a copy, which replaces the element afterwards: an array in it that is written is copied each time, and
  /// an edit of the same element inside is lost. It must leave the identity as it is; otherwise that is reported, and
  /// nothing changes.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - edit: gets the element. Not called if there is none.
  /// - Returns: what `edit` returns; nil if there is no such element.
  /// - Throws: what `edit` throws; what it changed until then stays.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public func update<Result, Failure>(
    _ id: ID, _ edit: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var element = peek()[id: id] else { return nil }
    defer { if hasIdentity(id, element) { _ = replace(id, by: element) } }
    return try edit(&element)
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - id: its identity. Nothing happens if it is not there.
  ///   - index: the position that it has afterwards.
  /// - Complexity: O(log n).
  @inlinable
  public func move(_ id: ID, to index: Int) {
    let now = peek()
    guard let from = now.index(of: id) else { return }
    if index < 0 || index >= now.count { stopAtPosition(index, in: 0..<now.count, of: label) }
    if from == index { return }
    edit {
      let row = $0.remove(at: from)
      $0.insert(row.cell, at: index)
    }
  }

  /// Removes an element.
  ///
  /// - Parameter id: its identity.
  /// - Returns: the element; nil if there was none.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public func remove(_ id: ID) -> Element? {
    let now = peek()
    guard let index = now.index(of: id) else { return nil }
    edit { $0.remove(at: index) }
    return now[index]
  }

  /// Removes all elements of which something is true, as one change.
  ///
  /// - Parameter shouldGo: says whether an element goes; must not edit the collection.
  /// - Complexity: O(n), and O(log n) for each that goes.
  @inlinable
  public func removeAll(where shouldGo: (Element) -> Bool = { _ in true }) {
    let now = peek()
    let gone = now.enumerated().filter { shouldGo($0.element) }.map(\.offset)
    if gone.isEmpty { return }
    var rest = gone.count == now.count ? RowTree() : now.tree
    if !rest.isEmpty { for index in gone.reversed() { rest.remove(at: index) } }
    edit { $0 = rest }
  }

  /// Makes the elements those of a sequence, as one change: what is there already, by identity, keeps its row, and
  /// elements that are equal do not change.
  ///
  ///     todos.replaceAll(with: try await fetch())
  ///
  /// - Parameter elements: all elements, in their order. Of two with one identity, which is reported, the later one stays.
  /// - Complexity: O(n), and O(log n) for each element that has changed, or stands between the first and the last that have
  ///   come, gone or moved.
  @inlinable
  public func replaceAll(with elements: some Sequence<Element>) {
    let now = peek()
    let new = now.reconciled(with: elements, id: identify, label)
    if new.tree.isIdentical(to: now.tree) { return }
    edit { $0 = new.tree }
  }

  /// Edits the rows, as one change.
  @inlinable
  func edit(_ body: (inout RowTree) -> Void) {
    // An element that goes does so when all is done: it may have a `deinit` that comes back here.
    let before = peek()
    withExtendedLifetime(before) {
      rows.modify { value in
        body(&value.tree)
        value.keys.followIfUsed(value.tree)
      }
    }
  }

  /// Replaces an element; says whether there is one.
  @inlinable
  func replace(_ id: ID, by element: Element) -> Bool {
    let now = peek()
    guard let place = now.keys.place(of: id, in: now.tree), let row = now.tree.row(at: place)
    else { return false }
    if now.isUnchanged(row.cell(as: Cell.self).element, element) { return true }
    let cell = Cell(id: row.id(as: ID.self), element: element)
    withExtendedLifetime(now) {
      rows.modify { value in
        value.tree.put(Row(place: place, cell: cell))
        value.keys.followEqual(from: now.tree, to: value.tree)
      }
    }
    return true
  }

  @inlinable
  func hasIdentity(_ id: ID, _ element: Element) -> Bool {
    let found = identify(element)
    if found == id { return true }
    Misuse.reportChange(from: "\(id)", to: "\(found)", in: label)
    return false
  }
}
