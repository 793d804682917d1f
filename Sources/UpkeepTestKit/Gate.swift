import UpkeepScope
private import UpkeepThread

/// Holds back loads and effects that wait for a value until the test lets them go: for a load that
/// is to end when the test says so.
///
///     static let answer = Gate<Int>()
///     static let question = Resource { get in try await answer.value() }
///
///     scope[question].isLoading  // true
///     answer.open(42)
///     await scope.settle()
///     scope[question].value      // 42
///
/// Once open it lets everybody through, until it is closed again. It can be used from anywhere.
public final class Gate<Value: Sendable>: Sendable {
  private let state = State<Value>()

  /// Makes one that is closed.
  public init() {}

  /// The number of those that wait.
  public var waitingCount: Int { state.locked { $0.waiting.count } }

  /// Lets everybody through with a value.
  ///
  /// - Parameter value: the value that they get.
  public func open(_ value: Value) { settle(.success(value)) }

  /// Lets everybody through with an error.
  ///
  /// - Parameter error: the error that they throw.
  public func open(throwing error: any Error) { settle(.failure(error)) }

  /// Holds back all that come from now on.
  public func close() { state.replaceResult(by: nil) }

  /// Waits until the gate is open.
  ///
  /// `Scope.settle` does not wait for a load that does, nor `Store.settle` for an effect. One that
  /// waits at several gates at once, by `async let`, counts as going on when the first of them is
  /// open.
  ///
  /// - Returns: the value with which it was opened.
  /// - Throws: the error with which it was opened; `CancellationError` if the task is cancelled.
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
      // Known before it has come back from wherever it waits.
      waiting.item?.parkIfHere(false)
      waiting.signal.finish()
    }
  }
}

// SAFETY: `result` is touched only while `upkeep_lock` is held.
/// Somebody at a gate.
private final class Waiting<Value: Sendable>: @unchecked Sendable {
  let signal: AsyncStream<Void>.Continuation
  let item: WorkItemReference?
  /// The one that has let it through, also where the gate is closed again before it comes back.
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

  /// The result for a task that comes now; nil if it has to wait.
  func result(or newcomer: Waiting<Value>) -> Result<Value, any Error>? {
    locked { state in
      if state.result == nil { state.waiting.append(newcomer) }
      return state.result
    }
  }

  /// The result for a task that has waited; nil if it waits no longer for another reason.
  func result(of waiting: Waiting<Value>) -> Result<Value, any Error>? {
    locked { state in
      if waiting.result == nil { state.waiting.removeAll { $0 === waiting } }
      return waiting.result
    }
  }

  /// Returns those that wait if there is a result now.
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
    // Its `deinit` runs without the lock.
    withExtendedLifetime(old) {}
    return waiting
  }

  func locked<Result>(_ body: (State) -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body(self)
  }
}
