public import Upkeep

/// The steps by which an action and an edit change a state: made where the types are known, so that
/// neither is generic code when it runs.
@usableFromInline
struct StoreSteps<State, Action> {
  @usableFromInline let reduce: (Action) -> Void
  @usableFromInline let edit: ((inout State) -> Void) -> Void

  /// Makes them.
  ///
  /// A state that is not edited in place is copied, to be compared with the former one: with `==` inlined, if there is
  /// no other rule.
  @inlinable
  init<I: Interactor>(
    _ stored: StoredProperty<State>, _ engine: StoreEngine, _ rule: ChangeRule<State>?,
    _ interactor: I, editsInPlace: Bool
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
  }
}
