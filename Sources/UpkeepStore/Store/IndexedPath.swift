internal import Upkeep
public import UpkeepScope

/// The part of an indexed key path before its first index.
///
/// `\.items[1]` consists of a `PlainPath` and an `IndexedPath`.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct PlainPath<Root, Value> {
  let path: KeyPath<Root, Value>

  /// Appends a field.
  public subscript<Next>(dynamicMember field: KeyPath<Value, Next>) -> PlainPath<Root, Next> {
    PlainPath<Root, Next>(path: path.appending(path: field))
  }

  /// Appends an index.
  public subscript(index: Value.Index) -> IndexedPath<Root, Value.Element>
  where Value: MutableCollection & RandomAccessCollection, Value.Index: Hashable {
    let element: WritableKeyPath<Value, Value.Element> = \Value[index]
    return IndexedPath<Root, Value.Element>(path: path.appending(path: element)) { [path] root in
      let elements = root[keyPath: path]
      return index >= elements.startIndex && index < elements.endIndex
    }
  }
}

/// A path to an element of a state, whose index may be out of bounds.
///
///     let second = store.scope(\.items[1])       // \.items[1] makes such a path
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct IndexedPath<Root, Value> {
  let path: KeyPath<Root, Value>
  /// Whether every index on the path is in bounds.
  let isPresent: (Root) -> Bool

  /// Appends a field.
  public subscript<Next>(dynamicMember field: KeyPath<Value, Next>) -> IndexedPath<Root, Next> {
    IndexedPath<Root, Next>(path: path.appending(path: field), isPresent: isPresent)
  }

  /// Appends an index.
  public subscript(index: Value.Index) -> IndexedPath<Root, Value.Element>
  where Value: MutableCollection & RandomAccessCollection, Value.Index: Hashable {
    let element: WritableKeyPath<Value, Value.Element> = \Value[index]
    return IndexedPath<Root, Value.Element>(path: path.appending(path: element)) {
      [path, isPresent] root in
      if !isPresent(root) { return false }
      let elements = root[keyPath: path]
      return index >= elements.startIndex && index < elements.endIndex
    }
  }

  /// The place that the path leads to.
  var place: Place<Root, Value> {
    let writable = path as? WritableKeyPath<Root, Value>
    return Place(read: { [self] root in isPresent(root) ? root[keyPath: path] : nil }) {
      [isPresent] root, edit in
      guard let writable, isPresent(root) else { return false }
      edit(&root[keyPath: writable])
      return true
    }
  }
}

extension Store {
  /// Returns a store of the element at an index, with actions of its own.
  ///
  /// While the index is out of bounds, the returned store shows the last value read, its
  /// `isPresent` is false, and its actions still go to this store.
  ///
  ///     let second = store.scope(\.items[1]) { .item(1, $0) }
  ///
  /// The returned store stays at its index when elements come or move; `scope(toEach:)` follows the
  /// rows instead. The bounds are checked only for an index that is written in the call; a key path
  /// that was made elsewhere is used as it is.
  ///
  /// - Precondition: The index is in bounds when the store is made.
  /// - Parameters:
  ///   - path: The key path of the element.
  ///   - action: Converts an action of the returned store to an action of this store.
  /// - Returns: The store.
  @_documentation(visibility: internal)
  public func scope<Part, PartAction>(
    _ path: KeyPath<PlainPath<State, State>, IndexedPath<State, Part>>,
    action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction> {
    let path = PlainPath<State, State>(path: \.self)[keyPath: path]
    guard let part = PartSource(source, path.place, action) else {
      stopProgram(
        """
        \(source.engine.name) was narrowed to \(path.path), but there is nothing at that index. Narrow it by what \
        tells rows apart: scope(toEach:id:action:), whose scope(row:) is nil where there is none.
        """)
    }
    return Store<Part, PartAction>(part, end)
  }

  /// Returns a store of the element at an index, with the same actions.
  ///
  /// While the index is out of bounds, the returned store shows the last value read, and its
  /// `isPresent` is false.
  ///
  /// - Precondition: The index is in bounds when the store is made.
  /// - Parameter path: The key path of the element.
  /// - Returns: The store.
  @_documentation(visibility: internal)
  public func scope<Part>(
    _ path: KeyPath<PlainPath<State, State>, IndexedPath<State, Part>>
  ) -> Store<Part, Action> {
    scope(path) { $0 }
  }

  /// Returns a readable and writable value for the element at an index.
  ///
  /// While the index is out of bounds, the value is the last one read, and writes have no effect.
  ///
  ///     let name = store.bound(\.items[1].name)
  ///
  /// - Precondition: The index is in bounds when the value is made.
  /// - Parameters:
  ///   - path: The key path of the element, or of a field in it.
  ///   - animation: The animation of a write, for user interfaces: see `animation`.
  /// - Returns: A bound value, which retains the store.
  @_documentation(visibility: internal)
  public func bound<Part>(
    _ path: KeyPath<PlainPath<State, State>, IndexedPath<State, Part>>, animation: Any? = nil
  ) -> Bound<Part> {
    let part = scope(path)
    let name = "\(PlainPath<State, State>(path: \.self)[keyPath: path].path)"
    return Bound(get: { part.state }) { value in
      part.source.write(.binding(name), animation) { $0 = value }
    }
  }
}
