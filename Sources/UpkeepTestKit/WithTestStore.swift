public import Upkeep
public import UpkeepStore

/// Runs a test with a `TestStore`, and finishes the store.
///
///     try await withTestStore(ChatState(), ChatInteractor(service: .mock)) { store in
///       try store.send(.draftChanged("Hello")) { $0.draft = "Hello" }
///     }
///
/// - Parameters:
///   - state: the first state.
///   - interactor: the interactor under test.
///   - middleware: the middleware that an action passes before the interactor, in order.
///   - clock: measures the time that effects and policies wait for.
///   - isExhaustive: whether the test must expect every event.
///   - file: filled in by the compiler.
///   - path: filled in by the compiler.
///   - line: filled in by the compiler.
///   - column: filled in by the compiler.
///   - isolation: filled in by the compiler; held weakly.
///   - body: the test.
/// - Throws: the error of the test; `TestFailure` if an event was not expected, or an effect still
///   runs. In a test of Swift Testing such a failure is recorded instead.
public nonisolated(nonsending) func withTestStore<I: Interactor>(
  _ state: I.State, _ interactor: I, middleware: Middleware<I.State, I.Action>...,
  clock: ManualClock = ManualClock(), isExhaustive: Bool = true, file: StaticString = #fileID,
  path: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: (any Actor)? = #isolation,
  _ body: nonisolated(nonsending) (TestStore<I.State, I.Action>) async throws -> Void
) async throws where I.State: Equatable, I.Action: Equatable {
  let store = TestStore(
    state, interactor, middleware: Middleware(middleware), clock: clock,
    isExhaustive: isExhaustive,
    file: file, line: line,
    isolation: isolation)
  do {
    try await body(store)
  } catch {
    store.abandon()
    throw error
  }
  try await store.finish(file: file, path: path, line: line, column: column)
}
