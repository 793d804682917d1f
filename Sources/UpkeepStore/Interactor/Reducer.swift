/// An interactor without effects: a function that changes a state for an action.
///
///     static let reducer = Reducer<State, Action> { state, action in
///       switch action {
///       case .increase: state.counter += 1
///       case .decrease: state.counter -= 1
///       }
///     }
///
/// Reducers can be combined (`Reducer(first, second)`), scoped to a part of a state like any
/// interactor, and extended with `onChange`.
public struct Reducer<State, Action>: Interactor, Sendable {
  @usableFromInline let body: @Sendable (inout State, Action) -> Void
  /// The parts of the reducer; nil for a single closure.
  @usableFromInline let composition: Composition?

  /// Creates a reducer from a closure that changes a state in place.
  ///
  /// - Parameter reduce: Changes the state. The closure must be pure.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    body = reduce
    composition = nil
  }

  /// Not available: a reducer can neither throw nor wait.
  @available(*, unavailable, message: "to throw or wait, write an 'Interactor' with 'perform'")
  @_documentation(visibility: internal)
  public init(_ reduce: @escaping @Sendable (inout State, Action) async throws -> Void) {
    preconditionFailure()
  }

  /// Creates a reducer from other reducers.
  ///
  /// Memory alone limits the depth: above `Composition.nestedAtMost`, a loop replaces nested calls.
  ///
  /// - Parameters:
  ///   - depth: The depth of the other reducers.
  ///   - body: Calls the other reducers.
  ///   - list: Makes a composition of the other reducers, for the loop.
  init(
    over depth: Int, _ body: @escaping @Sendable (inout State, Action) -> Void,
    orBy list: () -> Composition
  ) {
    if depth < Composition.nestedAtMost {
      self.body = body
      composition = PlainComposition(depth: depth + 1, body)
    } else {
      let composition = list()
      self.composition = composition
      self.body = { state, action in composition.reduce(&state, action) }
    }
  }

  /// The parts of the reducer.
  var parts: Composition { composition ?? PlainComposition(body) }
  var depth: Int { composition?.depth ?? 0 }

  /// Combines reducers into one that runs them in order.
  ///
  /// Without reducers, the result changes nothing.
  ///
  /// - Parameter reducers: The reducers; each receives the state that the one before it has left.
  public init(_ reducers: Reducer...) { self.init(reducers) }

  /// Combines reducers into one that runs them in order.
  ///
  /// Without reducers, the result changes nothing.
  ///
  /// - Parameter reducers: The reducers; each receives the state that the one before it has left.
  package init(_ reducers: some Sequence<Reducer>) {
    let reducers = Array(reducers)
    let bodies = reducers.map(\.body)
    self.init(over: reducers.map(\.depth).max() ?? 0) { state, action in
      for body in bodies { body(&state, action) }
    } orBy: {
      SequenceComposition(reducers.map(\.parts))
    }
  }

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: The state to change.
  ///   - action: The action.
  @_documentation(visibility: internal)
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }
}

// MARK: - Extending

extension Reducer {
  /// Returns a reducer that runs a closure after an action that changed a part of the state.
  ///
  ///     let saving = reducer.onChange(of: \.draft) { state, old, new in state.isSaved = false }
  ///
  /// - Parameters:
  ///   - part: Returns the part to compare before and after an action.
  ///   - follow: Changes the state further; receives the part's old and new value.
  /// - Returns: A reducer that runs this reducer, then `follow`.
  public func onChange<Part: Equatable & SendableMetatype>(
    of part: @escaping @Sendable (State) -> Part,
    _ follow: @escaping @Sendable (_ state: inout State, _ old: Part, _ new: Part) -> Void
  ) -> Reducer {
    Reducer(over: depth) { [body] state, action in
      let old = part(state)
      body(&state, action)
      let new = part(state)
      if old != new { follow(&state, old, new) }
    } orBy: {
      ChangeComposition(parts, part, follow)
    }
  }
}

// MARK: - Scoping

// The functions of `Interactor+Scoping`, with a reducer as the result.
extension Reducer {
  /// Returns a reducer of a larger state that applies this reducer to one field.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - action: The case of the larger state's action that contains an action of this reducer.
  /// - Returns: A reducer of the larger state.
  @_documentation(visibility: internal)
  public func scoped<Whole, WholeAction>(
    to field: any WritableKeyPath<Whole, State> & Sendable, action: Case<WholeAction, Action>
  ) -> Reducer<Whole, WholeAction> {
    let extract = action.extract
    return Reducer<Whole, WholeAction>(over: depth) { [body] whole, wholeAction in
      if let part = extract(wholeAction) { body(&whole[keyPath: field], part) }
    } orBy: {
      PartComposition<Whole, WholeAction, State, Action>(parts) { whole, wholeAction in
        extract(wholeAction).map { (whole[keyPath: field], $0) }
      } write: { whole, _, part in
        whole[keyPath: field] = part
      }
    }
  }

  /// Returns a reducer of a larger state that applies this reducer to one case of a field.
  ///
  /// The reducer does nothing while the field is in another case.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - fieldCase: The case of the field.
  ///   - action: The case of the larger state's action that contains an action of this reducer.
  /// - Returns: A reducer of the larger state.
  @_documentation(visibility: internal)
  public func scoped<Whole, WholeAction, Field>(
    to field: any WritableKeyPath<Whole, Field> & Sendable, case fieldCase: Case<Field, State>,
    action: Case<WholeAction, Action>
  ) -> Reducer<Whole, WholeAction> {
    let extract = action.extract
    return Reducer<Whole, WholeAction>(over: depth) { [body] whole, wholeAction in
      guard let part = extract(wholeAction) else { return }
      _ = fieldCase.edit(field, of: &whole) { body(&$0, part) }
    } orBy: {
      PartComposition<Whole, WholeAction, State, Action>(parts) { whole, wholeAction in
        guard let part = extract(wholeAction) else { return nil }
        return fieldCase.extract(whole[keyPath: field]).map { ($0, part) }
      } write: { whole, _, part in
        whole[keyPath: field] = fieldCase.embed(part)
      }
    }
  }

  /// Returns a reducer of a larger state that applies this reducer to each row of a list.
  ///
  /// An action for a missing row does nothing. Identities of rows must be unique; if several rows
  /// have the same identity, the first one is used.
  ///
  /// - Parameters:
  ///   - list: The key path of the list.
  ///   - id: The key path of a row's identity.
  ///   - action: The case of the larger state's action that contains a row's identity and action.
  /// - Returns: A reducer of the larger state.
  /// - Complexity: O(*n*), to search the list for the row.
  @_documentation(visibility: internal)
  public func scoped<
    Whole, WholeAction, List: MutableCollection & RandomAccessCollection & SendableMetatype,
    ID: Hashable & SendableMetatype
  >(
    toEach list: any WritableKeyPath<Whole, List> & Sendable,
    id: any KeyPath<State, ID> & Sendable, action: Case<WholeAction, (ID, Action)>
  ) -> Reducer<Whole, WholeAction>
  where List.Element == State, List.Index: SendableMetatype {
    let extract = action.extract
    @Sendable func find(_ whole: Whole, _ wholeAction: WholeAction) -> (List.Index, Action)? {
      guard let (row, part) = extract(wholeAction) else { return nil }
      return whole[keyPath: list].firstIndex { $0[keyPath: id] == row }.map { ($0, part) }
    }
    return Reducer<Whole, WholeAction>(over: depth) { [body] whole, wholeAction in
      guard let (index, part) = find(whole, wholeAction) else { return }
      body(&whole[keyPath: list][index], part)
    } orBy: {
      PartComposition<Whole, WholeAction, State, Action>(parts) { whole, wholeAction in
        find(whole, wholeAction).map { (whole[keyPath: list][$0], $1) }
      } write: { whole, wholeAction, part in
        // The whole state has not changed since `read` found the row.
        guard let (index, _) = find(whole, wholeAction) else { return }
        whole[keyPath: list][index] = part
      }
    }
  }
}
