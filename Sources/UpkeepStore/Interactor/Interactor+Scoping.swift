public import UpkeepCollections

extension Interactor {
  /// Returns an interactor of a larger state that applies this interactor to one field.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - action: The case of the larger state's action that contains an action of this interactor.
  /// - Returns: An interactor of the larger state.
  public func scoped<Whole, WholeAction>(
    to field: WritableKeyPath<Whole, State>, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    AnyInteractor(self).scoped(
      Scoping(
        action: action.inOnePlace,
        place: { _ in
          Place(read: { $0[keyPath: field] }) { whole, edit in
            edit(&whole[keyPath: field])
            return true
          }
        },
        narrow: { whole, _ in FieldSource(whole, field, action.embed) }))
  }

  /// Returns an interactor of a larger state that applies this interactor to one case of a field.
  ///
  /// The case of an optional is `.some`. For a case of the state itself, pass the field `\.self`.
  ///
  ///     let app = AnyInteractor(
  ///       combining: search.scoped(to: \.search, case: .some, action: .search),
  ///       detail.scoped(to: \.screen, case: .detail, action: .detail))
  ///
  /// The interactor does nothing while the field is in another case. When the payload is removed or
  /// replaced, its hooks end, and its effects are cancelled; a new payload has hooks and effects of
  /// its own. A payload is new if its identity is new, or if an earlier action or write has set the
  /// field to another case in the meantime.
  ///
  ///     detail.scoped(to: \.screen, case: .detail, id: \.url, action: .detail)
  ///     // One state as long as the case lasts:
  ///     detail.scoped(to: \.screen, case: .detail, id: { _ in 0 }, action: .detail)
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - fieldCase: The case of the field.
  ///   - id: Returns the identity of a payload; by default, its `Identifiable` identity, if it has
  ///     one.
  ///   - action: The case of the larger state's action that contains an action of this interactor.
  /// - Returns: An interactor of the larger state.
  public func scoped<Whole, WholeAction, Field>(
    to field: WritableKeyPath<Whole, Field>, case fieldCase: Case<Field, State>,
    id: ((State) -> AnyHashable)? = nil, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    let (place, identity) = (Place(field, fieldCase), PartIdentity(id))
    func part(_ whole: Whole) -> AnyHashable? { place.read(whole).map(identity.of) }
    return AnyInteractor(self).scoped(
      Scoping(
        action: action.inOnePlace, place: { _ in place },
        narrow: { whole, _ in PartSource(whole, place, by: identity, action.embed) },
        parts: .init(
          watch: { PartWatch($0, part) }, id: { whole, _ in part(whole) },
          row: { _ in OnlyRow() })))
  }

  /// Returns an interactor of a larger state that applies this interactor to each row of a list.
  ///
  /// Each row has its own effects, hooks and identities: `.latest("saving")` of one row does not
  /// supersede an effect of another row. When a row is removed, its hooks end, and its running
  /// effects can no longer change the store, even if an action of the same `send` inserts a row
  /// with the same identity. Hooks of rows that are inserted together start, and fire, in the order
  /// of the rows; hooks of rows that are removed together end in the order in which they started.
  ///
  ///     let tasks = TaskInteractor().scoped(
  ///       toEach: \.tasks, id: \.id,
  ///       action: Case({ .task($0, $1) }) {
  ///         if case .task(let id, let action) = $0 { (id, action) } else { nil }
  ///       })
  ///
  /// Identities of rows must be unique; otherwise, the first row with an identity is used.
  ///
  /// - Parameters:
  ///   - list: The key path of the list.
  ///   - id: The key path of a row's identity.
  ///   - action: The case of the larger state's action that contains a row's identity and action.
  /// - Returns: An interactor of the larger state.
  /// - Complexity: An action costs a search for its row. If rows have hooks or running effects, a
  ///   change of the list costs one pass over it.
  public func scoped<
    Whole, WholeAction, List: MutableCollection & RandomAccessCollection, ID: Hashable
  >(
    toEach list: WritableKeyPath<Whole, List>, id: KeyPath<State, ID>,
    action: Case<WholeAction, (ID, Action)>
  ) -> AnyInteractor<Whole, WholeAction> where List.Element == State {
    let rows = Rows(list: list, id: id)
    return AnyInteractor(self).scoped(
      Scoping(
        action: action, name: { rows.name($0) }, place: { rows.place($0) },
        narrow: { whole, row in rows.source(row, in: whole) { action.embed((row, $0)) } },
        parts: .init(
          watch: { rows.watch(in: $0) },
          id: { rows.place($1).read($0) == nil ? nil : AnyHashable($1) }, row: { $0.base as? ID })))
  }

  /// Returns an interactor that applies this interactor to each row of a keyed array.
  ///
  ///     let tasks = TaskInteractor().scoped(
  ///       toEach: \.tasks,
  ///       action: Case({ .task($0, $1) }) {
  ///         if case .task(let id, let action) = $0 { (id, action) } else { nil }
  ///       })
  ///
  /// Rows have effects, hooks and identities like rows of any other list.
  ///
  /// - Parameters:
  ///   - list: The key path of the array.
  ///   - action: The case of the larger state's action that contains a row's identity and action.
  /// - Returns: An interactor of the larger state.
  /// - Complexity: An action is O(log *n*). With hooks, a change that inserts or removes *k* rows
  ///   is O(*k* log *n*), amortized.
  public func scoped<Whole, WholeAction, ID: Hashable>(
    toEach list: WritableKeyPath<Whole, KeyedArray<ID, State>>,
    action: Case<WholeAction, (ID, Action)>
  ) -> AnyInteractor<Whole, WholeAction> {
    scoped(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  /// Returns an interactor that applies this interactor to each row of a keyed array.
  ///
  /// - Parameters:
  ///   - list: The key path of the array.
  ///   - action: The case of the larger state's action that contains a row's identity and action.
  /// - Returns: An interactor of the larger state.
  @_documentation(visibility: internal)
  public func scoped<Whole, WholeAction>(
    toEach list: WritableKeyPath<Whole, KeyedArray<State.ID, State>>,
    action: Case<WholeAction, (State.ID, Action)>
  ) -> AnyInteractor<Whole, WholeAction> where State: Identifiable {
    scoped(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  private func scoped<Whole, WholeAction, ID>(
    _ rows: KeyedRows<Whole, ID, State>, _ action: Case<WholeAction, (ID, Action)>
  ) -> AnyInteractor<Whole, WholeAction> {
    AnyInteractor(self).scoped(
      Scoping(
        action: action, name: { rows.name($0) }, place: { rows.place($0) },
        narrow: { whole, row in rows.source(row, in: whole) { action.embed((row, $0)) } },
        parts: .init(
          watch: { rows.watch(in: $0) },
          id: { $0[keyPath: rows.list].index(of: $1) == nil ? nil : AnyHashable($1) },
          row: { $0.base as? ID })))
  }

  /// Returns an interactor whose actions pass a middleware first.
  ///
  /// - Parameter middleware: The middleware.
  /// - Returns: The middleware and the interactor as one.
  public func behind(_ middleware: Middleware<State, Action>) -> AnyInteractor<State, Action> {
    let part = AnyInteractor(self)
    return AnyInteractor(
      reducer: part.reducer, composition: part.composition, parts: part.parts,
      middleware: part.middleware.map { Middleware(middleware, $0) } ?? middleware)
  }
}
