import Upkeep
import UpkeepStore

extension ManualClock {
  /// Advances again and again; lets a store settle at first, and after each advance.
  nonisolated(nonsending) func pass<State, Action>(
    _ pauses: Duration..., in store: Store<State, Action>
  ) async {
    await store.settle()
    for pause in pauses {
      advance(by: pause)
      await store.settle()
    }
  }
}
