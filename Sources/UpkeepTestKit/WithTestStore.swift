public import Upkeep
public import UpkeepStore

/// Makes a `TestStore` for a test, and ends it.
///
///     try await withTestStore(ChatState(), ChatInteractor(service: .mock)) { store in
///       try store.send(.draftChanged("Hello")) { $0.draft = "Hello" }
///     }
///
/// - Parameters:
///   - state: the first state.
///   - interactor: the interactor under test.
///   - middleware: the middleware that an action passes before that, in order.
///   - clock: measures the time that effects and policies wait for.
///   - isExhaustive: whether all that happens has to be said.
///   - file: filled in by the compiler.
///   - path: filled in by the compiler.
///   - line: filled in by the compiler.
///   - column: filled in by the compiler.
///   - isolation: filled in by the compiler; held weakly.
///   - body: the test.
/// - Throws: the error of the test; outside a test of Swift Testing, `TestFailure` if something has
///   happened that was not said, or an effect still runs.
public nonisolated(nonsending) func withTestStore<I: Interactor>(
  _ state: I.State, _ interactor: I, middleware: LocalMiddleware<I.State, I.Action>...,
  clock: ManualClock = ManualClock(), isExhaustive: Bool = true, file: StaticString = #fileID,
  path: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: (any Actor)? = #isolation,
  _ body: nonisolated(nonsending) (TestStore<I.State, I.Action>) async throws -> Void
) async throws where I.State: Equatable, I.Action: Equatable {
  let store = TestStore(
    state, interactor, middleware: LocalMiddleware(middleware), clock: clock,
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
