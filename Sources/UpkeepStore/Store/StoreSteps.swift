public import Upkeep

/// The steps by which an action and an edit change a state: made where the types are known, so that
/// neither is generic code when it runs.
@usableFromInline
struct StoreSteps<State, Action> {
  @usableFromInline let reduce: (Action) -> Void
  @usableFromInline let edit: ((inout State) -> Void) -> Void

  /// Makes them.
  ///
  /// A state that is not edited in place is copied, to be compared with the former one.
  @inlinable
  init(
    _ stored: StoredProperty<State>, _ engine: StoreEngine, editsInPlace: Bool,
    _ reduce: @escaping (inout State, Action) -> Void
  ) {
    if editsInPlace {
      self.reduce = { action in
        stored.modify { state in
          engine.isReducing = true
          reduce(&state, action)
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
      self.reduce = { action in
        var state = stored.peek()
        engine.isReducing = true
        reduce(&state, action)
        engine.isReducing = false
        stored.value = state
      }
      edit = { edit in
        var state = stored.peek()
        engine.isReducing = true
        edit(&state)
        engine.isReducing = false
        stored.value = state
      }
    }
  }
}
