/// The history of a store, to be replayed: in a test, from a report of a mistake.
///
///     let recorder = store.record()
///     // ...
///     let recording = recorder.recording          // Codable, if state and action are
///     Store(App.State(), App.reducer).replay(recording)
public struct Recording<State, Action> {
  /// One change, and when it took place, from the beginning on.
  public enum Step {
    /// An action was carried out, after the middleware.
    case action(Action, at: Duration)
    /// An effect, a hook or a bound value has written: the state after that.
    case written(State, at: Duration)

    /// When it took place, from the beginning on.
    public var time: Duration {
      switch self {
      case .action(_, let time), .written(_, let time): time
      }
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
      if case .action(let action, _) = step { action } else { nil }
    }
  }
}

extension Recording.Step: Sendable where State: Sendable, Action: Sendable {}
extension Recording.Step: Equatable where State: Equatable, Action: Equatable {}
extension Recording.Step: Codable where State: Codable, Action: Codable {}
extension Recording: Sendable where State: Sendable, Action: Sendable {}
extension Recording: Equatable where State: Equatable, Action: Equatable {}
extension Recording: Codable where State: Codable, Action: Codable {}
