import Upkeep
public import UpkeepStore

// Expectations of a test about a store.
extension TestStore {
  /// Sends an action, and expects a change of the state.
  ///
  /// - Parameters:
  ///   - action: the action to send.
  ///   - file: filled in by the compiler.
  ///   - path: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - edit: changes the state as the action should. In an exhaustive test nothing else may have
  ///     changed.
  /// - Returns: a task that waits for the effects, or cancels them.
  /// - Throws: the error of `edit`; `TestFailure` if the state differs, or an earlier event was not
  ///   expected. In a test of Swift Testing the failure is recorded instead.
  @discardableResult
  public func send(
    _ action: Action, file: StaticString = #fileID, path: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ edit: ((inout State) throws -> Void)? = nil
  ) throws -> StoreTask {
    let place = TestPlace(file: file, path: path, line: line, column: column)
    if isExhaustive, !pending.isEmpty {
      try fail(
        "what happened before an action is sent should be said, but this was not:\n"
          + pending.map(\.description).joined(separator: "\n"), place)
    }
    pending = []
    // The steps of the actions into which the middleware has turned this action. Other actions of
    // middleware, hooks and observers remain to be expected.
    var steps: [TestStep<State, Action>] = []
    var isOver = false
    let task = store.send(action) { [unowned self] in
      if !isOver, let step = pending.popLast() { steps.append(step) }
    }
    isOver = true
    let before = steps.first?.previous ?? store.state
    let after = steps.last?.state ?? before
    try check(edit, before, after, "after \(ValueDump(action))", place)
    return task
  }

  /// Expects the next action of an effect or a hook, and its change of the state.
  ///
  /// - Parameters:
  ///   - action: the expected action.
  ///   - file: filled in by the compiler.
  ///   - path: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - edit: changes the state as the action should.
  /// - Throws: the error of `edit`; `TestFailure` if the next step is missing or another one, or if
  ///   the state differs. In a test of Swift Testing the failure is recorded instead.
  public nonisolated(nonsending) func receive(
    _ action: Action, file: StaticString = #fileID, path: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ edit: ((inout State) throws -> Void)? = nil
  ) async throws {
    let place = TestPlace(file: file, path: path, line: line, column: column)
    let step = try await next("the action\n\(ValueDump(action))\nshould come", place) {
      $0.action == action
    }
    guard let step else { return }
    try check(edit, step.previous, step.state, "after \(ValueDump(action))", place)
  }

  /// Expects the next change without an action, by an effect, a hook or a bound value.
  ///
  /// - Parameters:
  ///   - file: filled in by the compiler.
  ///   - path: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - edit: changes the state as expected.
  /// - Throws: the error of `edit`; `TestFailure` if the next step is missing or another one, or if
  ///   the state differs. In a test of Swift Testing the failure is recorded instead.
  public nonisolated(nonsending) func change(
    file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ edit: @escaping (inout State) throws -> Void
  ) async throws {
    let place = TestPlace(file: file, path: path, line: line, column: column)
    let step = try await next("a change without an action should come", place) {
      $0.action == nil
    }
    guard let step else { return }
    try check(edit, step.previous, step.state, "after a change without an action", place)
  }

  /// Removes and returns the next step that fits.
  ///
  /// A test that is not exhaustive skips the steps before it.
  ///
  /// Returns nil if there is no such step; the failure was recorded.
  private nonisolated(nonsending) func next(
    _ expectation: String, _ place: TestPlace, _ fits: (TestStep<State, Action>) -> Bool
  ) async throws -> TestStep<State, Action>? {
    if index(of: fits) == nil { await settle() }
    guard let index = index(of: fits) else {
      let waits = store.runningEffects.map { "\n\($0.words)" }.joined()
      try fail("\(expectation), but nothing did.\(waits)\(clockWords)", place)
      return nil
    }
    let step = pending[index]
    guard fits(step) else {
      try fail("\(expectation), but this did:\n\(step)", place)
      return nil
    }
    pending.removeSubrange(...index)
    return step
  }

  /// Advice to advance the clock, if a policy, a debounced hook or an effect waits for it.
  private var clockWords: String {
    if clock.alarmCount == 0 { return "" }
    return "\nThe clock stands still until the test advances it: `store.clock.advance(by:)`."
  }

  private func index(of fits: (TestStep<State, Action>) -> Bool) -> Int? {
    isExhaustive ? pending.indices.first : pending.firstIndex(where: fits)
  }

  private func check(
    _ edit: ((inout State) throws -> Void)?, _ before: State, _ after: State, _ moment: String,
    _ place: TestPlace
  ) throws {
    if !isExhaustive, edit == nil { return }
    var expected = isExhaustive ? before : after
    try edit?(&expected)
    if expected == after { return }
    try fail(
      """
      the state should be what was said \(moment), but it differs (- said, + found):
      \(ValueDump.difference(from: expected, to: after) ?? "both look the same: \(ValueDump(after))")
      """, place)
  }
}
