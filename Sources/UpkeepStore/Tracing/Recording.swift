/// The history of a store, to be replayed: in a test, from a report of a mistake.
///
///     let recorder = store.record()
///     // ...
///     let recording = recorder.recording          // Codable, if state and action are
///     Store(App.State(), App.reducer).replay(recording)
public struct Recording<State, Action> {
  /// One change.
  public enum Change {
    /// An action was carried out, after the middleware.
    case action(Action)
    /// An effect, a hook or a bound value has written: the state after that.
    case written(State)
  }

  /// One change and its time.
  public struct Step {
    /// When it took place, from the beginning on.
    public var time: Duration
    /// The change.
    public var change: Change

    /// Makes one.
    ///
    /// - Parameters:
    ///   - time: when it takes place, from the beginning on.
    ///   - change: the change.
    public init(time: Duration, change: Change) {
      self.time = time
      self.change = change
    }
  }

  /// The state at the beginning.
  public var start: State
  /// The changes, in order.
  public var steps: [Step]

  /// Makes one.
  ///
  /// - Parameters:
  ///   - start: the state at the beginning.
  ///   - steps: the changes, in order.
  public init(start: State, steps: [Step] = []) {
    self.start = start
    self.steps = steps
  }

  /// The actions in it.
  public var actions: [Action] {
    steps.compactMap { step in
      if case .action(let action) = step.change { action } else { nil }
    }
  }
}

extension Recording.Change: Sendable where State: Sendable, Action: Sendable {}
extension Recording.Change: Equatable where State: Equatable, Action: Equatable {}
extension Recording.Change: Codable where State: Codable, Action: Codable {}
extension Recording.Step: Sendable where State: Sendable, Action: Sendable {}
extension Recording.Step: Equatable where State: Equatable, Action: Equatable {}
extension Recording.Step: Codable where State: Codable, Action: Codable {}
extension Recording: Sendable where State: Sendable, Action: Sendable {}
extension Recording: Equatable where State: Equatable, Action: Equatable {}
extension Recording: Codable where State: Codable, Action: Codable {}
