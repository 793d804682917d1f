import Upkeep
private import UpkeepThread

/// Holds back loads and effects that wait for a value, until the test opens the gate.
///
///     static let answer = Gate<Int>()
///     static let question = Resource { get in try await answer.value() }
///
///     scope[question].isLoading  // true
///     answer.open(42)
///     await scope.settle()
///     scope[question].value      // 42
///
/// An open gate lets every task through until it is closed again. A gate may be used from any
/// thread.
public final class Gate<Value: Sendable>: Sendable {
  private let state = State<Value>()

  /// Creates a closed gate.
  public init() {}

  /// The number of waiting tasks.
  public var waitingCount: Int { state.locked { $0.waiting.count } }

  /// Lets every task through with a value.
  ///
  /// - Parameter value: the value that the tasks get.
  public func open(_ value: Value) { settle(.success(value)) }

  /// Lets every task through with an error.
  ///
  /// - Parameter error: the error that the tasks throw.
  public func open(throwing error: any Error) { settle(.failure(error)) }

  /// Holds back all tasks that come from now on.
  public func close() { state.replaceResult(by: nil) }

  /// Waits until the gate is open.
  ///
  /// `Scope.settle` does not wait for a load that waits at a gate, and `Store.settle` does not wait
  /// for such an effect. A load or an effect that waits at several gates at once, by `async let`,
  /// counts as running when the first of them opens.
  ///
  /// - Returns: the value that opened the gate.
  /// - Throws: the error that opened the gate; `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func value() async throws -> Value {
    try await CurrentWorkItem.whileParked { try await self.pass() }
  }

  private nonisolated(nonsending) func pass() async throws -> Value {
    try Task.checkCancellation()
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let waiting = Waiting<Value>(signal, CurrentWorkItem.reference)
    if let result = state.result(or: waiting) { return try result.get() }
    for await _ in signals {}
    let result = state.result(of: waiting)
    try Task.checkCancellation()
    guard let result else { throw CancellationError() }
    return try result.get()
  }

  private func settle(_ result: Result<Value, any Error>) {
    for waiting in state.replaceResult(by: result) {
      // The work item counts as running at once, before its task resumes.
      waiting.item?.parkIfHere(false)
      waiting.signal.finish()
    }
  }
}

// SAFETY: `result` is touched only while `upkeep_lock` is held.
/// A task that waits at a gate.
private final class Waiting<Value: Sendable>: @unchecked Sendable {
  let signal: AsyncStream<Void>.Continuation
  let item: WorkItemReference?
  /// The result that has let the task through.
  ///
  /// It stays if the gate closes before the task resumes.
  var result: Result<Value, any Error>?

  init(_ signal: AsyncStream<Void>.Continuation, _ item: WorkItemReference?) {
    self.signal = signal
    self.item = item
  }
}

// SAFETY: touched only while `upkeep_lock` is held.
private final class State<Value: Sendable>: @unchecked Sendable {
  var result: Result<Value, any Error>?
  var waiting: [Waiting<Value>] = []

  /// Returns the result for a new task; nil if the task has to wait.
  func result(or newcomer: Waiting<Value>) -> Result<Value, any Error>? {
    locked { state in
      if state.result == nil { state.waiting.append(newcomer) }
      return state.result
    }
  }

  /// Returns the result for a task that has waited; nil if it stopped waiting without one.
  func result(of waiting: Waiting<Value>) -> Result<Value, any Error>? {
    locked { state in
      if waiting.result == nil { state.waiting.removeAll { $0 === waiting } }
      return waiting.result
    }
  }

  /// Replaces the result, and returns the tasks that it lets through.
  @discardableResult
  func replaceResult(
    by new: Result<Value, any Error>?
  ) -> [Waiting<Value>] {
    let (old, waiting) = locked { state in
      let old = (state.result, new == nil ? [] : state.waiting)
      state.result = new
      for waiting in old.1 { waiting.result = new }
      if new != nil { state.waiting = [] }
      return old
    }
    // A `deinit` of the old result runs without the lock.
    withExtendedLifetime(old) {}
    return waiting
  }

  func locked<Result>(_ body: (State) -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body(self)
  }
}
