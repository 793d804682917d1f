import Upkeep

/// The relation of a part's interactor to a larger state.
struct Scoping<Whole, WholeAction, State, Action, Row: Hashable> {
  /// The case of the larger state's action that contains the part's row and action.
  let action: Case<WholeAction, (Row, Action)>
  /// Returns a row's name for the identities of effects; nil without rows.
  var name: ((Row) -> RowName)?
  let place: (Row) -> Place<Whole, State>
  /// Returns the source of the part; nil if the part is missing.
  let narrow: (StoreSource<Whole, WholeAction>, Row) -> StoreSource<State, Action>?
  /// Tracks the existence of parts; nil for a part that always exists.
  var parts: Parts?

  /// The functions that track parts that may be missing.
  struct Parts {
    /// Makes a watch of the parts.
    let watch: (StoreSource<Whole, WholeAction>) -> PartWatch
    /// Returns the identity of a part; nil if the part is missing.
    let id: (Whole, Row) -> AnyHashable?
    /// Returns the row with an identity.
    let row: (AnyHashable) -> Row?
  }

  /// Returns the policy with an identity that belongs to one row only.
  func policy(_ policy: EffectPolicy, _ row: Row) -> EffectPolicy {
    guard let name else { return policy }
    return policy.identified { AnyHashable(RowIdentity(row: name(row), id: $0)) }
  }
}

extension Case {
  /// The same case for a part without rows: the row is always `OnlyRow`.
  var inOnePlace: Case<Whole, (OnlyRow, Payload)> {
    Case<Whole, (OnlyRow, Payload)>({ [embed] in embed($0.1) }) { [extract] in
      extract($0).map { (OnlyRow(), $0) }
    }
  }
}

extension AnyInteractor {
  /// The deepest scoping of effects, hooks and middleware.
  ///
  /// Measured: in a debug build, 128 levels ran on a stack of 512 KB, and 200 did not.
  private static var scopedAtMost: Int { 128 }

  /// Returns an interactor of a larger state.
  func scoped<Whole, WholeAction, Row>(
    _ scoping: Scoping<Whole, WholeAction, State, Action, Row>
  ) -> AnyInteractor<Whole, WholeAction> {
    let extract = scoping.action.extract
    let body = { [reducer] (whole: inout Whole, wholeAction: WholeAction) in
      guard let (row, action) = extract(wholeAction) else { return }
      _ = scoping.place(row).edit(&whole) { reducer(&$0, action) }
    }
    let isShallow = composition.depth < Composition.nestedAtMost
    let list =
      isShallow
      ? PlainComposition(depth: composition.depth + 1, body)
      : PartComposition<Whole, WholeAction, State, Action>(composition) { whole, wholeAction in
        guard let (row, action) = extract(wholeAction) else { return nil }
        return scoping.place(row).read(whole).map { ($0, action) }
      } write: { whole, wholeAction, part in
        guard let (row, _) = extract(wholeAction) else { return }
        _ = scoping.place(row).edit(&whole) { $0 = part }
      }
    let step = PartTable.Step()
    let effects = effects
    let hasHooks = parts.leaves.contains { $0.hooks != nil }
    let depth = effects.isEmpty && !hasHooks && middleware == nil ? 0 : parts.depth + 1
    if depth > Self.scopedAtMost {
      Misuse.stop(.scopedTooDeep(depth: depth, limit: Self.scopedAtMost))
    }
    return AnyInteractor<Whole, WholeAction>(
      reducer: isShallow ? body : { list.reduce(&$0, $1) }, composition: list,
      parts: InteractorParts(
        effects: effects.map { $0.scoped(scoping, step) },
        hooks: hasHooks ? hooks(scoping) : nil, depth: depth),
      middleware: middleware.map { $0.scoped(scoping) })
  }

  /// Returns the hooks of all parts; each part's hooks run while the part exists.
  private func hooks<Whole, WholeAction, Row>(
    _ scoping: Scoping<Whole, WholeAction, State, Action, Row>
  ) -> (StoreContext<Whole, WholeAction>) -> [Hook] {
    { store in
      let source = store.source
      func hooks(_ row: Row) -> [Hook] {
        scoping.narrow(source, row).map { self.hooks(StoreContext($0, nil)) } ?? []
      }
      guard let parts = scoping.parts else { return (OnlyRow() as? Row).map(hooks) ?? [] }
      return [Hook(forEach: parts.watch(source)) { parts.row($0).map(hooks) ?? [] }]
    }
  }
}

extension ActionEffect {
  /// Returns the effect for a larger state.
  fileprivate func scoped<Whole, WholeAction, Row>(
    _ scoping: Scoping<Whole, WholeAction, State, Action, Row>, _ step: PartTable.Step
  ) -> ActionEffect<Whole, WholeAction> {
    let extract = scoping.action.extract
    return ActionEffect<Whole, WholeAction>(
      for: self,
      policy: { [policy] in
        extract($0).map { row, action in scoping.policy(policy(action), row) } ?? .never
      },
      lives: scoping.parts == nil && !isOfPart
        ? nil
        : { source, wholeAction, table in
          guard let (row, action) = extract(wholeAction) else { return nil }
          func inner(_ table: PartTable) -> [PartLife]? {
            if !self.isOfPart { return [] }
            return scoping.narrow(source, row).flatMap { self.lives(in: $0, action, table) }
          }
          guard let parts = scoping.parts else { return inner(table.field(step)) }
          // An effect of a removed part must not act on the part that replaces it.
          guard let id = parts.id(source.property.peek(), row) else { return nil }
          let life = table.watch(step) { parts.watch(source) }.life(of: id)
          return inner(life.parts).map { [life] + $0 }
        },
      // No capture list: with one, the compiler of Swift 6.3 forgets on which actor it runs.
      perform: { wholeAction, store in
        guard let (row, action) = extract(wholeAction),
          let source = scoping.narrow(store.source, row)
        else { return }
        await self.perform(action, StoreContext(source, store.run))
      })
  }
}

extension Middleware {
  /// Returns the middleware for a larger state.
  ///
  /// Actions of other parts pass, and all actions pass while the part is missing.
  fileprivate func scoped<Whole, WholeAction, Row>(
    _ scoping: Scoping<Whole, WholeAction, State, Action, Row>
  ) -> Middleware<Whole, WholeAction> {
    Middleware<Whole, WholeAction> { [self] whole, wholeAction, send in
      guard let (row, action) = scoping.action.extract(wholeAction),
        let state = scoping.place(row).read(whole)
      else { return [wholeAction] }
      return pass(state, action) { send(scoping.action.embed((row, $0))) }
        .map { scoping.action.embed((row, $0)) }
    }
  }
}
