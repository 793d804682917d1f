public import Upkeep

/// The closures by which actions and edits change a state, specialized for the store's types.
///
/// Unspecialized code looks up types of arrays and closures on each call, which takes longer than
/// an action.
@usableFromInline
struct StoreSteps<State, Action> {
  @usableFromInline let reduce: (Action) -> Void
  /// Carries out several actions as one change.
  @usableFromInline let reduceAll: ([Action]) -> Void
  @usableFromInline let edit: ((inout State) -> Void) -> Void
  /// Returns the actions that the middleware makes of an action; nil without middleware.
  ///
  /// The middleware may send further actions through the closure.
  @usableFromInline let pass: ((Action, @escaping (Action) -> Void) -> [Action])?
  /// Passes a user's action through the middleware, and carries out the result.
  ///
  /// The result is one change. If `mayGoOn` returns false, the closure changes nothing and returns
  /// the actions that passed.
  @usableFromInline let passOne: ((Action, _ mayGoOn: () -> Bool) -> [Action]?)?
  @usableFromInline let passAll: (([Action], _ mayGoOn: () -> Bool) -> [Action]?)?
  /// Sends further actions that the middleware causes, with the cause `.user`.
  @usableFromInline let sender = ActionSender<Action>()

  /// Creates the closures.
  ///
  /// If the state is not edited in place, each change edits a copy and compares it with the old
  /// state: with an inlined `==` if there is no other rule.
  @inlinable
  init<I: Interactor>(
    _ stored: StoredProperty<State>, _ engine: StoreEngine, _ rule: ChangeRule<State>?,
    _ interactor: I, _ middleware: Middleware<State, Action>?, editsInPlace: Bool
  ) where I.State == State, I.Action == Action {
    let comparesByEquality = comparesByEquality(rule)
    if editsInPlace {
      reduce = { action in
        stored.modify { state in
          engine.isReducing = true
          interactor.reduce(&state, action)
          engine.isReducing = false
        }
      }
      edit = { edit in
        stored.modify { state in
          engine.isReducing = true
          edit(&state)
          engine.isReducing = false
        }
      }
    } else {
      reduce = { action in
        var state = stored.peek()
        engine.isReducing = true
        interactor.reduce(&state, action)
        engine.isReducing = false
        stored.write(&state, comparingByEquality: comparesByEquality)
      }
      edit = { edit in
        var state = stored.peek()
        engine.isReducing = true
        edit(&state)
        engine.isReducing = false
        stored.write(&state, comparingByEquality: comparesByEquality)
      }
    }
    reduceAll = { [edit] actions in
      if actions.isEmpty { return }
      edit { state in
        for action in actions { interactor.reduce(&state, action) }
      }
    }
    guard let middleware else {
      (pass, passOne, passAll) = (nil, nil, nil)
      return
    }
    let send: (Action) -> Void = { [sender] in sender($0) }
    pass = { action, send in middleware.pass(stored.peek(), action, send) }
    passOne = { [reduce, reduceAll, sender] action, mayGoOn in
      if middleware.isSimple {
        let passed = middleware.passOne(stored.peek(), action)
        guard mayGoOn() else { return passed.map { [$0] } ?? [] }
        if let passed { reduce(passed) }
        return nil
      }
      let passed =
        middleware.passesOnce
        ? middleware.passOnce(stored.peek(), action, sender)
        : middleware.pass(stored.peek(), action, send)
      guard mayGoOn() else { return passed }
      reduceAll(passed)
      return nil
    }
    passAll = { [reduceAll] actions, mayGoOn in
      var passed: [Action] = []
      passed.reserveCapacity(actions.count)
      for action in actions {
        if !middleware.isSimple {
          passed += middleware.pass(stored.peek(), action, send)
        } else if let action = middleware.passOne(stored.peek(), action) {
          passed.append(action)
        }
      }
      guard mayGoOn() else { return passed }
      reduceAll(passed)
      return nil
    }
  }
}
