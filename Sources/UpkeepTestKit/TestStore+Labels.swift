public import UpkeepStore

// The initializer with argument labels, as in Eazy.
extension TestStore {
  /// Creates a store, with labels.
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the interactor under test.
  ///   - middleware: the middleware that an action passes before the interactor, in order.
  ///   - isExhaustive: whether the test must expect every event.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public convenience init<I: Interactor>(
    state: State, interactor: I, middleware: Middleware<State, Action>...,
    isExhaustive: Bool = true, file: StaticString = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    self.init(
      state, interactor, middleware: Middleware(middleware), isExhaustive: isExhaustive,
      file: file, line: line, isolation: isolation)
  }
}
