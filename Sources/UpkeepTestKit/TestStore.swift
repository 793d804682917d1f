public import Upkeep
public import UpkeepStore

/// A store for a test, which has the test say all that happens in it, in order.
///
///     let store = TestStore(ChatState(), ChatInteractor(service: .mock))
///     try store.send(.load) { $0.isLoading = true }         // what the reducer does
///     try await store.receive(.loaded([hello])) {           // what an effect or a hook sends
///       $0.isLoading = false
///       $0.messages = [hello]
///     }
///     try await store.change { $0.isRead = true }           // what an effect or a hook writes
///     try await store.finish()                              // no other change, and nothing runs
///
/// An event that was not said, or was said otherwise, is recorded as an issue of the test, at the
/// place where it was said, and the test goes on; where Swift Testing runs no test (in XCTest, in a
/// detached task) a `TestFailure` is thrown. Both show the difference, and the events that effects
/// wait for. Its clock is advanced by the test; nothing is timed, and nothing sleeps. Without
/// `isExhaustive` a test says only the things that it cares for.
@dynamicMemberLookup
public final class TestStore<State: Equatable, Action: Equatable> {
  /// The store itself.
  public let store: Store<State, Action>
  /// Measures the time that effects and policies wait for.
  public let clock: ManualClock
  /// Whether all that happens has to be said.
  public var isExhaustive: Bool

  /// Every state that the store has come to, in order; the first one is not among them.
  public private(set) var transitions: [State] = []
  /// Every action that was carried out, in order.
  public private(set) var actions: [Action] = []
  /// The names of the hooks that have fired, in order.
  public private(set) var hooks: [String] = []

  /// The steps that were not said yet.
  var pending: [TestStep<State, Action>] = []
  private var watching: AnyObject?
  var hasFailed = false
  /// The test writes, and says so by that.
  var isWriting = false
  private var isFinished = false
  private let label: String

  /// Makes one.
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the interactor under test.
  ///   - middleware: the middleware that an action passes before that, in order.
  ///   - clock: measures the time that effects and policies wait for.
  ///   - isExhaustive: whether all that happens has to be said.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public init<I: Interactor>(
    _ state: State, _ interactor: I, middleware: LocalMiddleware<State, Action>...,
    clock: ManualClock = ManualClock(), isExhaustive: Bool = true, file: StaticString = #fileID,
    line: UInt = #line, isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    self.clock = clock
    self.isExhaustive = isExhaustive
    label = "\(file):\(line)"
    store = Store(
      state, interactor, middleware: LocalMiddleware(middleware), clock: clock, file: file,
      line: line,
      isolation: isolation)
    watching = store.watchForTest(
      commits: { [unowned self] action, cause, old, new in
        if let action { actions.append(action) }
        if old != new { transitions.append(new) }
        let isSaid = isWriting && action == nil && cause == .user
        if isSaid { isWriting = false }
        if !isSaid, action != nil || old != new {
          pending.append(TestStep(action: action, cause: cause, previous: old, state: new))
        }
      },
      events: { [unowned self] event in
        if case .hookFired(let name, _) = event { hooks.append(name) }
      })
  }

  deinit {
    if !isExhaustive || hasFailed || isFinished { return }
    let rest = leftovers
    if rest.isEmpty { return }
    stopProgram(
      """
      a test must end with `try await store.finish()`, but the test store of \(label) was released with this left \
      (if the test has thrown an error of its own before that, use withTestStore to see it):
      \(rest.joined(separator: "\n"))
      """)
  }

  /// The state.
  public var state: State { store.state }

  /// A field of the state.
  ///
  /// - Parameter field: the way to it.
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    store.state[keyPath: field]
  }

  /// Waits until nothing is runnable any more: no effect runs but those that wait for the clock,
  /// for a `Gate`, for the next element of a store's stream, or behind another one that does.
  public nonisolated(nonsending) func settle() async { await store.untilIdle() }

  /// The mistakes if the test ended now.
  var leftovers: [String] {
    pending.map { "not said: \($0)" }
      + store.runningEffects.map { action, words in
        "still running: the effect of\n\(ValueDump(action))\n\(words)"
      }
  }

  /// Ends the test.
  ///
  /// - Parameters:
  ///   - file: filled in by the compiler.
  ///   - path: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Throws: `TestFailure` if something has happened that was not said, or an effect still runs;
  ///   in a test of Swift Testing that is recorded.
  public nonisolated(nonsending) func finish(
    file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    await settle()
    isFinished = true
    if !isExhaustive { return }
    let rest = leftovers
    if !rest.isEmpty {
      try fail(
        "nothing should be left at the end, but:\n" + rest.joined(separator: "\n"),
        TestPlace(file: file, path: path, line: line, column: column))
    }
  }

  /// Gives up: the test has failed.
  func abandon() { hasFailed = true }

  /// Records that something is not as it was said, or throws it where no test could.
  func fail(_ message: String, _ place: TestPlace) throws(TestFailure) {
    hasFailed = true
    if place.record(message) { return }
    throw TestFailure(message: message, file: place.file, line: place.line)
  }
}

/// An expectation of a test that did not hold.
public struct TestFailure: Error, CustomStringConvertible {
  /// The expectation and the finding.
  public let message: String
  /// The file of the expectation.
  public let file: StaticString
  /// The line of the expectation.
  public let line: UInt

  /// The place and the message.
  public var description: String { "\(file):\(line): \(message)" }
}

/// One thing that has happened.
struct TestStep<State, Action>: CustomStringConvertible {
  let action: Action?
  let cause: StoreEvent.Cause
  let previous: State
  let state: State

  var description: String {
    let change = ValueDump.difference(from: previous, to: state)
    if let action {
      return StoreEvent.action(action, cause).description + (change.map { "\n" + $0 } ?? "")
    }
    return StoreEvent.changed(from: previous, to: state, cause).description
  }
}
