internal import Upkeep
public import UpkeepScope

/// A way into a state that has passed no index yet: the beginning of the key path of a store that
/// is narrowed by an index.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct PlainPath<Root, Value> {
  let path: KeyPath<Root, Value>

  /// Goes on to a field.
  public subscript<Next>(dynamicMember field: KeyPath<Value, Next>) -> PlainPath<Root, Next> {
    PlainPath<Root, Next>(path: path.appending(path: field))
  }

  /// Goes on to an element.
  public subscript(index: Value.Index) -> IndexedPath<Root, Value.Element>
  where Value: MutableCollection & RandomAccessCollection, Value.Index: Hashable {
    let element: WritableKeyPath<Value, Value.Element> = \Value[index]
    return IndexedPath<Root, Value.Element>(path: path.appending(path: element)) { [path] root in
      let elements = root[keyPath: path]
      return index >= elements.startIndex && index < elements.endIndex
    }
  }
}

/// A way into a state that has passed an index, which may be beyond the end: the rest of the key
/// path of a store that is narrowed by an index.
///
///     let second = store.scope(\.items[1])       // \.items[1] is such a way
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct IndexedPath<Root, Value> {
  let path: KeyPath<Root, Value>
  /// Whether its end is there.
  let isPresent: (Root) -> Bool

  /// Goes on to a field.
  public subscript<Next>(dynamicMember field: KeyPath<Value, Next>) -> IndexedPath<Root, Next> {
    IndexedPath<Root, Next>(path: path.appending(path: field), isPresent: isPresent)
  }

  /// Goes on to an element.
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

  /// The place at its end, which may be missing.
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
  /// Returns a store of the element at an index, whose actions become actions of this one.
  ///
  /// When the index is beyond the end it shows the last value read, its `isPresent` is false, and
  /// actions go to this store as ever.
  ///
  ///     let second = store.scope(\.items[1]) { .item(1, $0) }
  ///
  /// It stays at its index when rows come or move: `scope(toEach:)` follows them. Only an index
  /// that stands in the key path at this place can be looked after; a key path that was made
  /// elsewhere is followed as it is.
  ///
  /// - Precondition: there is something at that index now.
  /// - Parameters:
  ///   - path: the way to its state.
  ///   - action: makes an action of this store of one of its own.
  /// - Returns: the store.
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
  /// When the index is beyond the end it shows the last value read, and its `isPresent` is false.
  ///
  /// - Precondition: there is something at that index now.
  /// - Parameter path: the way to its state.
  /// - Returns: the store.
  @_documentation(visibility: internal)
  public func scope<Part>(
    _ path: KeyPath<PlainPath<State, State>, IndexedPath<State, Part>>
  ) -> Store<Part, Action> {
    scope(path) { $0 }
  }

  /// Returns the element at an index as a value that can be read and written.
  ///
  /// When the index is beyond the end it shows the last value read, and writes go nowhere.
  ///
  ///     let name = store.bound(\.items[1].name)
  ///
  /// - Precondition: there is something at that index now.
  /// - Parameters:
  ///   - path: the way to it.
  ///   - animation: the animation of the change in a user interface: `animation`.
  /// - Returns: a bound value, which keeps the store.
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
