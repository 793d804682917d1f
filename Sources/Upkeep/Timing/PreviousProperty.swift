/// A property that shows another property's value before its last change.
final class PreviousProperty<Value>: Property<Value?> {
  /// The part that readers depend on.
  private struct State {
    /// The value before the last change that was seen.
    var before: Value?
    /// The value that was seen last.
    var last: Stamped<Value>

    /// Returns the value before the source's current value `now`; `isChange` compares values.
    func previous(
      to now: Stamped<Value>, if isChange: (Value, Value) -> Bool
    ) -> Value? {
      now.version != last.version && isChange(last.value, now.value) ? .some(last.value) : before
    }
  }

  // SAFETY: retained by `init`, released in `deinit`.
  private let sourceReference: Unmanaged<Property<Value>>
  private var source: Property<Value> { sourceReference.takeUnretainedValue() }
  private let rule: ChangeRule<Value>?
  private let state: StoredProperty<State>
  /// Owns the effect that follows the source.
  private let updater = Updater()

  init(
    of source: Property<Value>, _ rule: ChangeRule<Value>?, _ name: String?,
    _ file: StaticString, _ line: UInt, _ column: UInt
  ) {
    sourceReference = .passRetained(source)
    self.rule = rule
    let state = StoredProperty(
      State(before: nil, last: Stamped(peekingAt: source)), changes: .always, name: name,
      file: file, line: line, column: column)
    self.state = state
    let isUnchanged: (Value?, Value?) -> Bool = automaticComparison()
    super.init(
      [.derived, .uncomputed], nil, Label(name, file, line, column), isUnchanged: isUnchanged)
    node.install { node, context in
      let state = state.read()
      let value = state.previous(to: Stamped(following: source)) {
        source.isTransition(from: $0, to: $1, by: rule)
      }
      return Self.finish(value, of: node, context, unless: isUnchanged)
    }
    Turn.afterTransaction { [weak self] in self?.start() }
  }

  deinit {
    // The source is not released with the object: in a chain, each release would nest in the one
    // before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(sourceReference.toOpaque()))
  }

  /// Begins to follow the source, with its value at that time; called when no transaction is open.
  private func start() {
    let now = Stamped(peekingAt: source)
    if now.version != state.peek().last.version { state.write(State(before: nil, last: now)) }
    _ = updater.follow(source, label) { [weak self] in self?.look() }
  }

  private func look() {
    let now = Stamped(peekingAt: source)
    let before = state.peek()
    if before.last.version == now.version { return }
    let previous = before.previous(to: now) { source.isTransition(from: $0, to: $1, by: rule) }
    state.write(State(before: previous, last: now))
  }
}
