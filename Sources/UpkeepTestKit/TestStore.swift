public import Upkeep
public import UpkeepStore

/// A store for a test that must expect every event, in order.
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
/// A missing or wrong expectation is recorded as an issue of the test, at the line of the
/// expectation, and the test goes on. Where Swift Testing runs no test (in XCTest, in a detached
/// task), a `TestFailure` is thrown instead. Both show the difference and the events that effects
/// wait for. The test advances the clock; nothing depends on real time, and nothing sleeps. Without
/// `isExhaustive` a test expects only the events it cares about.
@dynamicMemberLookup
public final class TestStore<State: Equatable, Action: Equatable> {
  /// The store under test.
  public let store: Store<State, Action>
  /// Measures the time that effects and policies wait for.
  public let clock: ManualClock
  /// Whether the test must expect every event.
  public var isExhaustive: Bool

  /// All states after the first one, in order.
  public private(set) var transitions: [State] = []
  /// All actions that were carried out, in order.
  public private(set) var actions: [Action] = []
  /// The names of the hooks that have fired, in order.
  public private(set) var hooks: [String] = []

  /// The steps that the test has not expected yet.
  var pending: [TestStep<State, Action>] = []
  private var watching: AnyObject?
  var hasFailed = false
  /// Whether the test is writing: the change is then expected.
  var isWriting = false
  private var isFinished = false
  private let label: String

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the interactor under test.
  ///   - middleware: the middleware that an action passes before the interactor, in order.
  ///   - clock: measures the time that effects and policies wait for.
  ///   - isExhaustive: whether the test must expect every event.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public init<I: Interactor>(
    _ state: State, _ interactor: I, middleware: Middleware<State, Action>...,
    clock: ManualClock = ManualClock(), isExhaustive: Bool = true, file: StaticString = #fileID,
    line: UInt = #line, isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    self.clock = clock
    self.isExhaustive = isExhaustive
    label = "\(file):\(line)"
    store = Store(
      state, interactor, middleware: Middleware(middleware), clock: clock, file: file,
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
  /// - Parameter field: the key path of the field.
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    store.state[keyPath: field]
  }

  /// Waits until no effect is running.
  ///
  /// Some effects do not count: effects that wait for the clock, for a `Gate`, for the next element
  /// of a store's stream, or behind another such effect.
  public nonisolated(nonsending) func settle() async { await store.settle() }

  /// The failures that the end of the test would report.
  var leftovers: [String] {
    pending.map { "the test does not state this event:\n\($0)" }
      + store.runningEffects.map { action, words in
        "still running: the effect of\n\(ValueDump(action))\n\(words)"
      }
  }

  /// Finishes the test.
  ///
  /// - Parameters:
  ///   - file: filled in by the compiler.
  ///   - path: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Throws: `TestFailure` if an event was not expected, or an effect still runs. In a test of
  ///   Swift Testing the failure is recorded instead.
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

  /// Marks the test as failed.
  func abandon() { hasFailed = true }

  /// Records a failed expectation, or throws it if no test is running.
  func fail(_ message: String, _ place: TestPlace) throws(TestFailure) {
    hasFailed = true
    if place.record(message) { return }
    throw TestFailure(message: message, file: place.file, line: place.line)
  }
}

/// A failed expectation of a test.
public struct TestFailure: Error, CustomStringConvertible {
  /// The expectation and the result.
  public let message: String
  /// The file of the expectation.
  public let file: StaticString
  /// The line of the expectation.
  public let line: UInt

  /// The place and the message.
  public var description: String { "\(file):\(line): \(message)" }
}

/// An event: an action, or a change without one.
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
