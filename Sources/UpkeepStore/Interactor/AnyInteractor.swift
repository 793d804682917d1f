/// An interactor whose type does not show its parts: several together, or one that was made to fit
/// a larger state.
public struct AnyInteractor<State, Action>: Interactor {
  let reducer: (inout State, Action) -> Void
  /// The parts of the reducer.
  let composition: Composition
  let parts: InteractorParts<State, Action>
  let middleware: LocalMiddleware<State, Action>?

  /// Its middleware as the last of several; nil if there is none.
  @usableFromInline
  func middleware(
    behind others: [LocalMiddleware<State, Action>]
  ) -> LocalMiddleware<State, Action>? {
    let all = others + (middleware.map { [$0] } ?? [])
    return all.count > 1 ? LocalMiddleware(all) : all.first
  }

  var effects: [ActionEffect<State, Action>] { parts.leaves.flatMap(\.effects) }

  init(
    reducer: @escaping (inout State, Action) -> Void, composition: Composition,
    parts: InteractorParts<State, Action>, middleware: LocalMiddleware<State, Action>?
  ) {
    self.reducer = reducer
    self.composition = composition
    self.parts = parts
    self.middleware = middleware
  }

  /// Makes one of any.
  ///
  /// - Parameter interactor: the interactor to wrap.
  @usableFromInline
  package init<I: Interactor>(_ interactor: I) where I.State == State, I.Action == Action {
    if let known = interactor as? AnyInteractor {
      self = known
      return
    }
    let known = interactor as? Reducer<State, Action>
    reducer = known?.body ?? { interactor.reduce(&$0, $1) }
    composition = known?.parts ?? PlainComposition<State, Action> { interactor.reduce(&$0, $1) }
    parts = InteractorParts(
      effects: known == nil ? [ActionEffect(interactor)] : [],
      hooks: known == nil ? { interactor.hooks($0) } : nil)
    middleware = nil
  }

  /// Makes one of several: each changes the state in that order, and has effects, hooks and
  /// policies of its own.
  ///
  ///     AnyInteractor(combining: one)  // hides its type
  ///
  /// - Parameter interactors: in that order.
  public init(combining interactors: any Interactor<State, Action>...) {
    let all = interactors.map { Self.part($0) }
    if (all.map(\.composition.depth).max() ?? 0) < Composition.nestedAtMost {
      let body = { (state: inout State, action: Action) in
        for part in all { part.reducer(&state, action) }
      }
      composition = PlainComposition(
        depth: (all.map(\.composition.depth).max() ?? 0) + 1, body)
      reducer = body
    } else {
      let list = SequenceComposition(all.map(\.composition))
      composition = list
      reducer = { list.reduce(&$0, $1) }
    }
    parts = InteractorParts(all.map(\.parts))
    let middlewares = all.compactMap(\.middleware)
    middleware = middlewares.isEmpty ? nil : LocalMiddleware(middlewares)
  }

  private static func part(_ interactor: some Interactor<State, Action>) -> AnyInteractor {
    AnyInteractor(interactor)
  }

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: the state to change.
  ///   - action: the action.
  @_documentation(visibility: internal)
  public func reduce(_ state: inout State, _ action: Action) { reducer(&state, action) }

  /// Runs the effects of all parts, one after the other, with any policies.
  ///
  /// A store runs them side by side.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - store: the context that they get.
  @_documentation(visibility: internal)
  public nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    for effect in effects { await effect.perform(action, store) }
  }

  /// The hooks of all parts.
  ///
  /// - Parameter store: the context that they get.
  /// - Returns: those of the first part first.
  @_documentation(visibility: internal)
  public func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    parts.leaves.flatMap { $0.hooks?(store) ?? [] }
  }
}

/// The effects and hooks of an interactor, or of several together: a tree, so that to combine many
/// costs no more for each.
final class InteractorParts<State, Action> {
  let effects: [ActionEffect<State, Action>]
  let hooks: ((StoreContext<State, Action>) -> [Hook])?
  /// The depth to which effects and hooks are scoped: so many closures call one another.
  let depth: Int
  private var parts: [InteractorParts]

  init(
    effects: [ActionEffect<State, Action>], hooks: ((StoreContext<State, Action>) -> [Hook])?,
    depth: Int = 0
  ) {
    self.effects = effects
    self.hooks = hooks
    self.depth = depth
    parts = []
  }

  init(_ parts: [InteractorParts]) {
    effects = []
    hooks = nil
    depth = parts.map(\.depth).max() ?? 0
    self.parts = parts
  }

  /// Those that have effects and hooks, in order.
  var leaves: [InteractorParts] {
    var (leaves, waiting) = ([InteractorParts](), [self])
    while let next = waiting.popLast() {
      if next.parts.isEmpty { leaves.append(next) } else { waiting += next.parts.reversed() }
    }
    return leaves
  }

  deinit {
    // One after the other, and not each inside the one that has it.
    var waiting = parts
    parts = []
    while var part = waiting.popLast() {
      if isKnownUniquelyReferenced(&part) {
        waiting += part.parts
        part.parts = []
      }
    }
  }
}
