import Testing
import UpkeepStore

private struct Room: Equatable {
  var number = 0
  var guests = 0
}

private enum RoomAction: Equatable { case enter }

@MainActor struct TraceFilterTests {
  private let store: Store<Room, RoomAction>
  private let caller: AsyncStream<String>.Continuation

  init() {
    let (calls, caller) = AsyncStream<String>.makeStream()
    let hosting = Acting<Room, RoomAction>(Reducer { room, _ in room.guests += 1 }) { _, store in
      store.number += 1
    } hooks: { store in
      Hook("called", calls) { _ in store.number = 0 }
    }
    store = Store(Room(), hosting)
    self.caller = caller
  }

  /// The first word of each traced event.
  private func told(
    through face: (Store<Room, RoomAction>, Trace) -> Void = { $0.trace = $1 },
    only types: [Any.Type]? = nil, except excluded: [Any.Type] = []
  ) async -> [String] {
    var told: [String] = []
    let trace = Trace(only: types, except: excluded) { event in
      told.append("\(event)".split(separator: ":").first.map(String.init) ?? "")
    }
    face(store, trace)
    await store.send(.enter).finish()
    caller.yield("hello")
    await store.settle()
    store.acceptsActions = false
    store.send(.enter)
    return told
  }

  private let all = [
    "Initial state", "Action", "State changed", "Effect started", "State changed by an effect",
    "Effect ended", "Hook called fired", "State changed by hook called", "Action refused",
  ]

  @Test func `a trace of a state is told all events of its stores`() async {
    #expect(await told(only: [Room.self]) == all)
  }

  @Test func `a trace that leaves out a state is told nothing of its stores`() async {
    #expect(await told(except: [Room.self]) == [])
  }

  @Test func `a type that is left out of a trace is also left out of traced states`() async {
    #expect(
      await told(only: [Room.self], except: [RoomAction.self])
        == all.filter { !$0.contains("Action") && $0.prefix(7) != "Effect " })
  }

  @Test func `a trace that is set through a narrowed store is one of the whole state`() async {
    let some = await told(through: { $0.scope(\.number).trace = $1 }, only: [Room.self])
    #expect(some == all)
  }

  @Test func `a trace of values is told events about these alone`() async {
    #expect(await told(only: [String.self]) == ["Hook called fired"])
  }
}
