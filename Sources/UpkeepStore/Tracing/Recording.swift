/// The history of a store, to be replayed in a test or from a bug report.
///
///     let recorder = store.record()
///     // ...
///     let recording = recorder.recording          // Codable, if state and action are
///     Store(App.State(), App.reducer).replay(recording)
public struct Recording<State, Action> {
  /// One change, with its time since the beginning.
  public enum Step {
    /// An action that was carried out, as the middleware made it.
    case action(Action, at: Duration)
    /// A write by an effect, a hook or a bound value, with the resulting state.
    case written(State, at: Duration)

    /// The time of the change since the beginning.
    var time: Duration {
      switch self {
      case .action(_, let time), .written(_, let time): time
      }
    }
  }

  /// The initial state.
  public var start: State
  /// The changes, in order.
  public var steps: [Step]

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - start: The initial state.
  ///   - steps: The changes, in order.
  public init(start: State, steps: [Step] = []) {
    self.start = start
    self.steps = steps
  }
}

extension Recording.Step: Sendable where State: Sendable, Action: Sendable {}
extension Recording.Step: Equatable where State: Equatable, Action: Equatable {}
extension Recording.Step: Codable where State: Codable, Action: Codable {}
extension Recording: Sendable where State: Sendable, Action: Sendable {}
extension Recording: Equatable where State: Equatable, Action: Equatable {}
extension Recording: Codable where State: Codable, Action: Codable {}
