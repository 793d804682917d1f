/// A property that computes each new value from its source's new value and the value shown before.
///
/// A written value shows until the source changes again.
final class LinkedProperty<Value>: Property<Value> {
  /// Identifies a value by its origin, for values that no rule can compare.
  private struct Stamp: Equatable {
    var version: Version
    /// The number of the state in which the closure was called or a value was written.
    var generation: Int
  }

  /// The part that readers depend on.
  private struct State {
    /// The value that the closure returned last; at first, the value of the source.
    var base: Value
    var written: Value?
    /// Identifies the value that shows while the source has the version that was seen last.
    var stamp: Stamp
    /// The number of this state; each number is given out once.
    var generation: Int

    var shown: Value { written ?? base }
  }

  private struct Choice {
    let value: Value
    let stamp: Stamp
  }

  // SAFETY: retained by `init`, released in `deinit`.
  private let sourceReference: Unmanaged<Property<Value>>
  var source: Property<Value> { sourceReference.takeUnretainedValue() }
  private let state: StoredProperty<State>
  /// The number of states made so far, including those that were rolled back.
  private var generations = 0
  /// Owns `follower`.
  private let updater = Updater()
  /// The effect that follows the source.
  private var follower: EffectToken?

  init(
    _ source: Property<Value>, _ name: String?, _ file: StaticString, _ line: UInt, _ column: UInt,
    _ next: @escaping (Value, Value) -> Value
  ) {
    let label = Label(name, file, line, column)
    sourceReference = .passRetained(source)
    let first = Stamped(peekingAt: source)
    let state = StoredProperty(
      State(
        base: first.value, stamp: Stamp(version: first.version, generation: 0), generation: 0),
      changes: .always, name: name,
      file: file, line: line, column: column)
    self.state = state
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    super.init([.derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    let areSame: (Choice, Choice) -> Bool = {
      $0.stamp == $1.stamp || isUnchanged($0.value, $1.value)
    }
    let choice = DerivedProperty([.hasOwnRule], label, isUnchanged: areSame)
    choice.install(
      {
        let state = state.read()
        let now = Stamped(following: source)
        if now.version == state.stamp.version {
          return Choice(value: state.shown, stamp: state.stamp)
        }
        return Choice(
          value: untracked { next(now.value, state.shown) },
          stamp: Stamp(version: now.version, generation: state.generation))
      }, unless: areSame)
    node.install { node, context in
      Self.finish(choice.read().value, of: node, context, unless: isUnchanged)
    }
    Turn.afterTransaction { [weak self] in self?.start() }
  }

  deinit {
    // The source is not released with the object: in a chain, each release would nest in the one
    // before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(sourceReference.toOpaque()))
  }

  /// Begins to follow the source; called when no transaction is open.
  private func start() {
    look()
    follower = updater.follow(source, label) { [weak self] in self?.look() }
  }

  /// Notes the source's current version, and the value that it leads to.
  private func look() {
    let version = source.freshVersion()
    let before = state.peek()
    if before.stamp.version == version { return }
    // The value that shows now keeps its generation.
    let stamp = Stamp(version: version, generation: before.generation)
    let shown = peek()
    state.write(State(base: shown, stamp: stamp, generation: newGeneration()))
  }

  private func newGeneration() -> Int {
    generations += 1
    return generations
  }

  /// Returns whether a written value shows; the read is tracked.
  func readIsWritten() -> Bool {
    let state = state.read()
    return state.written != nil && state.stamp.version == source.follow()
  }

  func write(_ value: Value) { set(.some(value)) }

  /// Shows the value that the closure returned last.
  func revert() { set(nil) }

  private func set(_ written: Value?) {
    let context = Context.current
    guard mayWrite(context) else { return }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    let seen = state.peek().stamp.version
    look()
    var new = state.peek()
    // The source may return to the version that the effect has seen; then the effect would not run.
    if new.stamp.version != seen, let follower { Graph.wake(follower.node, context) }
    if written == nil, new.written == nil { return }
    new.written = written
    new.generation = newGeneration()
    new.stamp.generation = new.generation
    state.write(new)
  }
}
