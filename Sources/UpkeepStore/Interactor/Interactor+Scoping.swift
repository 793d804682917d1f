public import UpkeepCollections

extension Interactor {
  /// Makes it an interactor of a larger state, of which it knows one field.
  ///
  /// - Parameters:
  ///   - field: the field of its state.
  ///   - action: the part's own action in an action of the larger state, and how its own actions
  ///     are sent.
  /// - Returns: an interactor of the larger state.
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

  /// Makes it an interactor of a larger state, of which it knows one case of a field: of an optional
  /// one `.some`.
  ///
  ///     let app = AnyInteractor(
  ///       combining: search.scoped(to: \.search, case: .some, action: .search),
  ///       detail.scoped(to: \.screen, case: .detail, action: .detail))
  ///
  /// In any other case it does nothing. When the state goes, or is replaced by another one, its
  /// hooks end and its running effects change nothing any more; those of the next state are its
  /// own. An `Identifiable` state is another one when it has another identity; any state, when it
  /// was missing after an action or a write in between. An enumeration as a whole is the field
  /// `\.self`.
  ///
  /// - Parameters:
  ///   - field: the field that holds its state.
  ///   - fieldCase: the case of the field that is its state.
  ///   - action: the part's own action in an action of the larger state, and how its own actions
  ///     are sent.
  /// - Returns: an interactor of the larger state.
  public func scoped<Whole, WholeAction, Field>(
    to field: WritableKeyPath<Whole, Field>, case fieldCase: Case<Field, State>,
    action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    scoped(Place(field, fieldCase), .automatic, action)
  }

  /// Makes it an interactor of a larger state, of which it knows one case of a field, and says when
  /// that is another state.
  ///
  ///     detail.scoped(to: \.screen, case: .detail, id: \.url, action: .detail)
  ///     detail.scoped(to: \.screen, case: .detail, id: { _ in 0 }, action: .detail)  // the same as long as one is there
  ///
  /// - Parameters:
  ///   - field: the field that holds its state.
  ///   - fieldCase: the case of the field that is its state.
  ///   - id: the identity of a state, in place of its own.
  ///   - action: the part's own action in an action of the larger state, and how its own actions
  ///     are sent.
  /// - Returns: an interactor of the larger state.
  public func scoped<Whole, WholeAction, Field, ID: Hashable>(
    to field: WritableKeyPath<Whole, Field>, case fieldCase: Case<Field, State>,
    id: @escaping (State) -> ID, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    scoped(Place(field, fieldCase), PartIdentity(id), action)
  }

  private func scoped<Whole, WholeAction>(
    _ place: Place<Whole, State>, _ identity: PartIdentity<State>,
    _ action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    func id(_ whole: Whole) -> AnyHashable? { place.read(whole).map(identity.of) }
    return AnyInteractor(self).scoped(
      Scoping(
        action: action.inOnePlace, place: { _ in place },
        narrow: { whole, _ in PartSource(whole, place, by: identity, action.embed) },
        parts: .init(
          watch: { PartWatch($0, id) }, id: { whole, _ in id(whole) }, row: { _ in OnlyRow() })))
  }

  /// Makes it an interactor of a larger state, in which it is that of each row of a list.
  ///
  /// Every row has effects, hooks and identities of its own: `.latest("saving")` of one row
  /// supersedes nothing of another, and when a row goes its hooks end and its running effects
  /// change nothing, even if an action that was sent with the one that removes it adds one that is
  /// called the same. Hooks of rows that come at once begin, and are fired, in the order of the
  /// rows; those of rows that go at once end in the order in which they have begun.
  ///
  ///     let tasks = TaskInteractor().scoped(
  ///       toEach: \.tasks, id: \.id,
  ///       action: Case({ .task($0, $1) }) {
  ///         if case .task(let id, let action) = $0 { (id, action) } else { nil }
  ///       })
  ///
  /// Identities of rows must be unique; of several that are called the same the first one counts.
  ///
  /// - Parameters:
  ///   - list: the list of the rows.
  ///   - id: the identity of a row.
  ///   - action: a row's own action in an action of the larger state, and back.
  /// - Returns: an interactor of the larger state.
  /// - Complexity: of an action, that of looking for its row; where rows have hooks or running
  ///   effects, a change of the list looks through it once.
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

  /// Makes it an interactor of a larger state, in which it is that of each row of a keyed array.
  ///
  ///     let tasks = TaskInteractor().scoped(
  ///       toEach: \.tasks,
  ///       action: Case({ .task($0, $1) }) {
  ///         if case .task(let id, let action) = $0 { (id, action) } else { nil }
  ///       })
  ///
  /// Rows have effects, hooks and identities as those of any other list.
  ///
  /// - Parameters:
  ///   - list: the array of the rows.
  ///   - action: a row's own action in an action of the larger state, and back.
  /// - Returns: an interactor of the larger state.
  /// - Complexity: of an action O(log n). Where rows have hooks, a change of which rows there are looks through them once.
  public func scoped<Whole, WholeAction, ID: Hashable>(
    toEach list: WritableKeyPath<Whole, KeyedArray<ID, State>>,
    action: Case<WholeAction, (ID, Action)>
  ) -> AnyInteractor<Whole, WholeAction> {
    scoped(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  /// Makes it an interactor of a larger state, in which it is that of each row of a keyed array.
  ///
  /// - Parameters:
  ///   - list: the array of the rows.
  ///   - action: a row's own action in an action of the larger state, and back.
  /// - Returns: an interactor of the larger state.
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

  /// Has every action pass a middleware before it comes here.
  ///
  /// - Parameter middleware: decides which actions come.
  /// - Returns: both as one.
  public func behind(_ middleware: LocalMiddleware<State, Action>) -> AnyInteractor<State, Action> {
    let part = AnyInteractor(self)
    return AnyInteractor(
      reducer: part.reducer, composition: part.composition, parts: part.parts,
      middleware: part.middleware.map { LocalMiddleware(middleware, $0) } ?? middleware)
  }
}
