/// The parts of a deeply composed reducer.
///
/// A tree that a loop walks with a list of tasks. Nested closures would use too much of the stack.
// SAFETY: The parts are made of `Sendable` closures. Only `deinit`, with exclusive access, changes
// the parts.
@usableFromInline
class Composition: @unchecked Sendable {
  /// The largest depth of nested closures; a loop walks deeper compositions.
  static var nestedAtMost: Int { 64 }

  final let depth: Int
  fileprivate final var parts: [Composition]

  fileprivate init(depth: Int, parts: [Composition]) {
    self.depth = depth
    self.parts = parts
  }

  /// Performs the work that comes before the parts.
  ///
  /// - Returns: The tasks to perform next, in reverse order.
  func begin(_ state: inout Any, _ action: Any) -> [Task] { [] }

  /// Performs the work that comes after the parts.
  func end(_ state: inout Any, _ action: Any, _ kept: Any) {}

  /// A step of the loop in `reduce`.
  enum Task {
    case begin(Composition, action: Any)
    case end(Composition, action: Any, kept: Any)
  }

  /// Changes a state.
  final func reduce<State>(_ own: inout State, _ action: Any) {
    var state: Any = own
    var tasks = [Task.begin(self, action: action)]
    defer { if let state = state as? State { own = state } }
    while let task = tasks.popLast() {
      switch task {
      case .begin(let part, let action): tasks += part.begin(&state, action)
      case .end(let part, let action, let kept): part.end(&state, action, kept)
      }
    }
  }

  deinit {
    // Iterative, because recursion in a deep tree would overflow the stack.
    var waiting = parts
    parts = []
    while var part = waiting.popLast() {
      if part.depth > 0, isKnownUniquelyReferenced(&part) {
        waiting += part.parts
        part.parts = []
      }
    }
  }
}

/// A reducer that is one closure, which calls the parts itself.
final class PlainComposition<State, Action>: Composition, @unchecked Sendable {
  private let body: (inout State, Action) -> Void

  init(depth: Int = 0, _ body: @escaping (inout State, Action) -> Void) {
    self.body = body
    super.init(depth: depth, parts: [])
  }

  override func begin(_ state: inout Any, _ action: Any) -> [Task] {
    guard var own = state as? State, let action = action as? Action else { return [] }
    // Releases the second reference to the state, so that `body` edits it in place.
    state = ()
    body(&own, action)
    state = own
    return []
  }
}

/// Several reducers, one after the other.
final class SequenceComposition: Composition, @unchecked Sendable {
  init(_ parts: [Composition]) {
    super.init(depth: (parts.map(\.depth).max() ?? 0) + 1, parts: parts)
  }

  override func begin(_ state: inout Any, _ action: Any) -> [Task] {
    parts.reversed().map { .begin($0, action: action) }
  }
}

/// A reducer, and a closure that runs if a part of the state has changed.
final class ChangeComposition<State, Part: Equatable>: Composition, @unchecked Sendable {
  private let part: (State) -> Part
  private let follow: (inout State, Part, Part) -> Void

  init(
    _ inner: Composition, _ part: @escaping (State) -> Part,
    _ follow: @escaping (inout State, Part, Part) -> Void
  ) {
    self.part = part
    self.follow = follow
    super.init(depth: inner.depth + 1, parts: [inner])
  }

  override func begin(_ state: inout Any, _ action: Any) -> [Task] {
    guard let own = state as? State else { return [] }
    return [
      .end(self, action: action, kept: part(own)), .begin(parts[0], action: action),
    ]
  }

  override func end(_ state: inout Any, _ action: Any, _ kept: Any) {
    guard var own = state as? State, let old = kept as? Part else { return }
    let new = part(own)
    if old == new { return }
    state = ()
    follow(&own, old, new)
    state = own
  }
}

/// A reducer of a part of the state.
final class PartComposition<Whole, WholeAction, State, Action>: Composition, @unchecked Sendable {
  private let read: (Whole, WholeAction) -> (State, Action)?
  private let write: (inout Whole, WholeAction, State) -> Void

  init(
    _ inner: Composition, read: @escaping (Whole, WholeAction) -> (State, Action)?,
    write: @escaping (inout Whole, WholeAction, State) -> Void
  ) {
    self.read = read
    self.write = write
    super.init(depth: inner.depth + 1, parts: [inner])
  }

  override func begin(_ state: inout Any, _ action: Any) -> [Task] {
    guard let whole = state as? Whole, let wholeAction = action as? WholeAction,
      let (part, partAction) = read(whole, wholeAction)
    else { return [] }
    state = part
    return [
      .end(self, action: action, kept: whole), .begin(parts[0], action: partAction),
    ]
  }

  override func end(_ state: inout Any, _ action: Any, _ kept: Any) {
    guard let part = state as? State, var whole = kept as? Whole,
      let wholeAction = action as? WholeAction
    else { return }
    write(&whole, wholeAction, part)
    state = whole
  }
}
