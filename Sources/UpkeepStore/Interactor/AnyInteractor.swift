/// A type-erased interactor: a combination of interactors, or a scoped interactor.
public struct AnyInteractor<State, Action>: Interactor {
  let reducer: (inout State, Action) -> Void
  /// The parts of the reducer.
  let composition: Composition
  let parts: InteractorParts<State, Action>
  let middleware: Middleware<State, Action>?

  /// Returns the given middleware followed by the interactor's own; nil if there is none.
  @usableFromInline
  func middleware(
    behind others: [Middleware<State, Action>]
  ) -> Middleware<State, Action>? {
    let all = others + (middleware.map { [$0] } ?? [])
    return all.count > 1 ? Middleware(all) : all.first
  }

  var effects: [ActionEffect<State, Action>] { parts.leaves.flatMap(\.effects) }

  init(
    reducer: @escaping (inout State, Action) -> Void, composition: Composition,
    parts: InteractorParts<State, Action>, middleware: Middleware<State, Action>?
  ) {
    self.reducer = reducer
    self.composition = composition
    self.parts = parts
    self.middleware = middleware
  }

  /// Wraps an interactor.
  ///
  /// - Parameter interactor: The interactor to wrap.
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

  /// Combines interactors into one.
  ///
  /// The interactors change the state in order. Each keeps its own effects, hooks and policies.
  ///
  ///     AnyInteractor(combining: one)  // hides its type
  ///
  /// - Parameter interactors: The interactors, in order.
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
    middleware = middlewares.isEmpty ? nil : Middleware(middlewares)
  }

  private static func part(_ interactor: some Interactor<State, Action>) -> AnyInteractor {
    AnyInteractor(interactor)
  }

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: The state to change.
  ///   - action: The action.
  @_documentation(visibility: internal)
  public func reduce(_ state: inout State, _ action: Action) { reducer(&state, action) }

  /// Runs the effects of all parts one after the other, and ignores their policies.
  ///
  /// A store runs the effects concurrently instead.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - store: The context of the effects.
  @_documentation(visibility: internal)
  public nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    for effect in effects { await effect.perform(action, store) }
  }

  /// Returns the hooks of all parts.
  ///
  /// - Parameter store: The context of the hooks.
  /// - Returns: The hooks, in the order of the parts.
  @_documentation(visibility: internal)
  public func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    parts.leaves.flatMap { $0.hooks?(store) ?? [] }
  }
}

/// The effects and hooks of an interactor, or of several combined ones.
///
/// A tree, so that combining interactors does not copy their parts.
final class InteractorParts<State, Action> {
  let effects: [ActionEffect<State, Action>]
  let hooks: ((StoreContext<State, Action>) -> [Hook])?
  /// The number of scopings around the effects and hooks, each of which adds a nested call.
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

  /// The parts that have effects and hooks, in order.
  var leaves: [InteractorParts] {
    var (leaves, waiting) = ([InteractorParts](), [self])
    while let next = waiting.popLast() {
      if next.parts.isEmpty { leaves.append(next) } else { waiting += next.parts.reversed() }
    }
    return leaves
  }

  deinit {
    // Iterative, because recursion in a deep tree would overflow the stack.
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
