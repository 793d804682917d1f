public import Upkeep

/// The steps by which actions and an edit change a state: made where the types are known, so that
/// none is generic code when it runs.
///
/// Generic code looks up the types of arrays and closures of actions each time, which takes longer
/// than to carry out an action.
@usableFromInline
struct StoreSteps<State, Action> {
  @usableFromInline let reduce: (Action) -> Void
  /// Carries out several actions as one change.
  @usableFromInline let reduceAll: ([Action]) -> Void
  @usableFromInline let edit: ((inout State) -> Void) -> Void
  /// Returns what the middleware makes of an action, and sends other actions by a closure; nil if
  /// there is none.
  @usableFromInline let pass: ((Action, @escaping (Action) -> Void) -> [Action])?
  /// Passes actions of the user's, asks whether to go on, and carries out the result as one change;
  /// or returns it, if that is refused.
  @usableFromInline let passOne: ((Action, _ mayGoOn: () -> Bool) -> [Action]?)?
  @usableFromInline let passAll: (([Action], _ mayGoOn: () -> Bool) -> [Action]?)?
  /// Sends other actions of the middleware's that the user has caused.
  @usableFromInline let sender = ActionSender<Action>()

  /// Makes them.
  ///
  /// A state that is not edited in place is copied, to be compared with the former one: with `==` inlined, if there is
  /// no other rule.
  @inlinable
  init<I: Interactor>(
    _ stored: StoredProperty<State>, _ engine: StoreEngine, _ rule: ChangeRule<State>?,
    _ interactor: I, _ middleware: LocalMiddleware<State, Action>?, editsInPlace: Bool
  ) where I.State == State, I.Action == Action {
    let comparesByEquality = StoredProperty.comparesByEquality(rule)
    if editsInPlace {
      reduce = { action in
        stored.modify { state in
          engine.isReducing = true
          interactor.reduce(&state, action)
          engine.isReducing = false
        }
      }
      reduceAll = { actions in
        if actions.isEmpty { return }
        stored.modify { state in
          engine.isReducing = true
          for action in actions { interactor.reduce(&state, action) }
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
      reduceAll = { actions in
        if actions.isEmpty { return }
        var state = stored.peek()
        engine.isReducing = true
        for action in actions { interactor.reduce(&state, action) }
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
