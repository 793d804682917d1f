/// Changes a state as an action asks: an interactor without effects.
///
///     static let reducer = Reducer<State, Action> { state, action in
///       switch action {
///       case .increase: state.counter += 1
///       case .decrease: state.counter -= 1
///       }
///     }
///
/// Reducers are combined (`Reducer(first, second)`), scoped to a part of the state like any
/// interactor, and extended by `onChange`.
public struct Reducer<State, Action>: Interactor, Sendable {
  @usableFromInline let body: @Sendable (inout State, Action) -> Void
  /// Its parts; nil for a closure of the program's.
  @usableFromInline let composition: Composition?

  /// Makes one that changes a state in place.
  ///
  /// - Parameter reduce: changes the state. It must be pure.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    body = reduce
    composition = nil
  }

  /// Makes one of others.
  ///
  /// Their depth is limited by memory alone: from some depth on closures do not call one another.
  ///
  /// - Parameters:
  ///   - depth: the depth to which the others are composed.
  ///   - body: calls them.
  ///   - list: goes through them.
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

  /// Its parts.
  var parts: Composition { composition ?? PlainComposition(body) }
  /// The depth to which it is composed.
  var depth: Int { composition?.depth ?? 0 }

  /// Makes one of several, which run in that order.
  ///
  /// Without any it changes nothing.
  ///
  /// - Parameter reducers: each gets the state that the one before it has left.
  public init(_ reducers: Reducer...) { self.init(reducers) }

  /// Makes one of several, which run in that order.
  ///
  /// Without any it changes nothing.
  ///
  /// - Parameter reducers: each gets the state that the one before it has left.
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
  ///   - state: the state to change.
  ///   - action: the action.
  @_documentation(visibility: internal)
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }
}

// MARK: - Making others of it

extension Reducer {
  /// Extends it by something that follows when a part of the state has changed.
  ///
  ///     let saving = reducer.onChange(of: \.draft) { state, old, new in state.isSaved = false }
  ///
  /// - Parameters:
  ///   - part: the part to compare before and after an action.
  ///   - follow: changes the state further; gets the part as it was and as it is.
  /// - Returns: a reducer that does both.
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

// MARK: - As part of a larger one

// The calls of an interactor, with a reducer as the result.
extension Reducer {
  /// Makes it a reducer of a larger state, of which it changes one field.
  ///
  /// - Parameters:
  ///   - field: the field of its state.
  ///   - action: the part's own action in an action of the larger state.
  /// - Returns: a reducer of the larger state.
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

  /// Makes it a reducer of a larger state, of which it changes one case of a field; in any other it
  /// does nothing.
  ///
  /// - Parameters:
  ///   - field: the field that holds its state.
  ///   - fieldCase: the case of the field that is its state.
  ///   - action: the part's own action in an action of the larger state.
  /// - Returns: a reducer of the larger state.
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

  /// Makes it a reducer of a larger state, in which it is that of each row of a list.
  ///
  /// An action for a row that is not there does nothing.
  ///
  /// - Parameters:
  ///   - list: the list of the rows.
  ///   - id: the identity of a row; of several that are called the same the first one counts.
  ///   - action: a row's own action in an action of the larger state.
  /// - Returns: a reducer of the larger state.
  /// - Complexity: that of looking through the list for the row.
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
        // The whole is as it was when the row was found.
        guard let (index, _) = find(whole, wholeAction) else { return }
        whole[keyPath: list][index] = part
      }
    }
  }
}
