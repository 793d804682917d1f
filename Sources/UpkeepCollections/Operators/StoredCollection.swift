public import Upkeep

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
  // SAFETY: a byte, read and written whole.
  /// An edit is under way.
  @usableFromInline @exclusivity(unchecked) var isBeingEdited = false

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
  public convenience init(
    _ elements: some Sequence<Element>, id: @escaping (Element) -> ID,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(elements, id: id, comparing: rule(), name, file, line)
  }

  @inlinable
  init(
    _ elements: some Sequence<Element>, id: @escaping (Element) -> ID,
    comparing rule: ChangeRule<Element>?, _ name: String?, _ file: StaticString, _ line: UInt
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
    _ elements: some Sequence<Element>,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Element: Identifiable & SendableMetatype, ID == Element.ID {
    self.init(elements, id: { $0.id }, comparing: rule(), name, file, line)
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
  public func append(_ element: Element) {
    edit(orElse: ()) { $0.insert(element, id: identify(element), at: $0.count, label) }
  }

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
    edit(orElse: ()) { $0.insert(element, id: identify(element), at: index, label) }
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
    if isBeingEdited {
      Misuse.reportOverlappingEdit(of: label)
      return nil
    }
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
    edit(orElse: ()) { $0.move(id: id, to: index, label) }
  }

  /// Removes an element.
  ///
  /// - Parameter id: its identity.
  /// - Returns: the element; nil if there was none.
  /// - Complexity: O(log n).
  @inlinable @discardableResult
  public func remove(_ id: ID) -> Element? { edit(orElse: nil) { $0.remove(id: id) } }

  /// Removes all elements of which something is true, as one change.
  ///
  /// - Parameter shouldGo: says whether an element goes; must not edit the collection, which is reported.
  /// - Complexity: O(n), and O(log n) for each that goes.
  @inlinable
  public func removeAll(where shouldGo: (Element) -> Bool = { _ in true }) {
    edit(orElse: ()) { $0.removeAll(where: shouldGo) }
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
    // A lazy sequence runs code of the program, which may edit the collection.
    let elements = Array(elements)
    edit(orElse: ()) { $0.replaceAll(with: elements, id: identify, label) }
  }

  /// Replaces an element; says whether there is one, or the edit is refused: then it is not to be added either.
  @inlinable
  func replace(_ id: ID, by element: Element) -> Bool {
    edit(orElse: true) { $0.replace(id, by: element) }
  }

  /// Edits the value, as one change: a copy, for closures of the program may look at the collection meanwhile.
  ///
  /// They must not edit it: that is reported, and `refusal` is the result.
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
      // An element that goes does so when all is done: it may have a `deinit` that comes back here.
      withExtendedLifetime(before) { rows.modify { $0 = after } }
    }
    return result
  }

  @inlinable
  func hasIdentity(_ id: ID, _ element: Element) -> Bool {
    let found = identify(element)
    if found == id { return true }
    Misuse.reportChange(from: "\(id)", to: "\(found)", in: label)
    return false
  }
}
