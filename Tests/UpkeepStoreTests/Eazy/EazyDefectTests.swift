import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Pair: Equatable {
  var a = 0
  var b = 0
  var log: [String] = []
}

private enum PairAction: Equatable {
  case setA(Int)
  case nothing
}

/// An interactor with a hook of `a` that calls the test's handler.
private struct Hooked: Interactor {
  typealias State = Pair
  typealias Action = PairAction

  var handler: (Int, StoreContext<Pair, PairAction>) -> Void = { _, _ in }
  var names: [String] = ["aChanged"]

  func reduce(_ state: inout Pair, _ action: PairAction) {
    if case .setA(let a) = action { state.a = a }
  }

  func hooks(_ store: StoreContext<Pair, PairAction>) -> [Hook] {
    for name in names {
      Hook(name, store.changes(of: \.a)) { handler($0, store) }
    }
  }

  func policy(for action: PairAction) -> EffectPolicy { .never }
}

/// A store in a scope, and a value that follows from both.
private enum Derived {
  static let store = Atom { Store(Pair(), Hooked()) }
  static let double = Computed { get in get(store).a * 2 }
}

/// Defects of Eazy, where no effect is needed for them.
///
/// The numbers are those of the list of its defects.
@MainActor @Suite struct EazyDefectTests {
  @Test func `Eazy 1: a hook may use the store while a field is assigned`() {
    let store = Store(
      Pair(),
      Hooked { a, store in
        store.b = a + store.a
        store.modify { $0.log.append("\($0.b)") }
      })
    store.bound(\.a).value = 1
    store.bound(\.a).value += 1
    store.send(.setA(3))
    #expect(store.state == Pair(a: 3, b: 6, log: ["2", "4", "6"]))
  }

  @Test func `Eazy 2: a hook sees the new state, and what it writes stays`() {
    let seen = Notes<[Int]>()
    let store = Store(
      Pair(),
      Hooked { a, store in
        seen.add([a, store.a, store.state.a])
        store.b = 10
      })
    store.send(.setA(1))
    #expect(seen.all == [[1, 1, 1]])
    #expect(store.state == Pair(a: 1, b: 10))
  }

  @Test func `Eazy 5: a test store lists each action once`() async throws {
    let store = TestStore(Pair(), Hooked(), isExhaustive: false)
    try store.send(.setA(1))
    try store.send(.nothing)
    try store.send(.setA(1))
    #expect(store.actions == [.setA(1), .nothing, .setA(1)])
    #expect(store.transitions == [Pair(a: 1)])
  }

  @Test func `Eazy 6: a hook has the name that it was given, in each store its own`() async throws {
    let first = TestStore(Pair(), Hooked(names: ["one", "two"]), isExhaustive: false)
    let second = TestStore(Pair(), Hooked(names: ["other"]), isExhaustive: false)
    let none = TestStore(Pair(), Hooked(names: []), isExhaustive: false)
    for store in [first, second, none] { try store.send(.setA(1)) }
    #expect(first.hooks == ["one", "two"])
    #expect(second.hooks == ["other"])
    #expect(none.hooks == [])
  }

  @Test func `Eazy 8: hooks that are passed over take nothing from those who follow the store`() {
    var events: [String] = []
    let hooked = Notes<Int>()
    let store = Store(Pair(), Hooked { a, _ in hooked.add(a) })
    store.trace = Trace { event in
      if case .changed(_, let new as Pair, _) = event { events.append("\(new.a)") }
    }
    let seen = Seen { store.a }
    store.replay(Recording(start: Pair(a: 1), steps: [.action(.setA(2), at: .zero)]))
    #expect(hooked.all == [])
    store.send(.setA(3))
    #expect(hooked.all == [3])
    #expect(seen.values == [0, 1, 2, 3])
    #expect(events == ["1", "2", "3"])
  }

  @Test func `Eazy 9: what a trace leaves out is left out of it alone, bindings like others`() {
    struct Noise: Equatable { var level = 0 }
    var heard: [StoreEvent.Cause] = []
    let trace = Trace(except: [Noise.self]) { event in
      if case .changed(_, _, let cause) = event { heard.append(cause) }
    }
    let noise = Store(Noise(), Reducer<Noise, Never>(), trace: trace)
    let pair = Store(Pair(), Hooked(), trace: trace)
    noise.bound(\.level).value = 1
    pair.bound(\.b).value = 1
    pair.send(.setA(1))
    #expect(heard == [.binding("\(\Pair.b)"), .user])
  }

  @Test func `Eazy 10: a write wakes once, an equal one nobody, and another field not at all`() {
    let store = Store(Pair(), Hooked())
    let (whole, a, b) = (Seen { store.state }, Seen { store.a }, Seen { store.b })
    store.send(.setA(1))
    store.send(.setA(1))
    store.bound(\.a).value = 1
    #expect(whole.values == [Pair(), Pair(a: 1)])
    #expect(a.values == [0, 1])
    #expect(b.values == [0])
  }

  @Test func `Eazy 11: what follows from a state is derived, and not kept in step by hooks`() {
    let store = Store(Pair(), Hooked())
    let isValid = DerivedProperty { store.a > 0 && store.b > store.a }
    let shown = Seen { isValid.value }
    store.send(.setA(1))
    store.bound(\.b).value = 2
    store.send(.setA(2))
    #expect(shown.values == [false, true, false])
    let scope = Scope()
    #expect(scope[Derived.double] == 0)
    scope[Derived.store].send(.setA(4))
    #expect(scope[Derived.double] == 8)
  }

  @Test func `Eazy 12: whoever follows a store that is gone is told so, and the program goes on`()
    async
  {
    var store: Store<Pair, PairAction>? = Store(Pair(), Hooked())
    let property = store?.property(\.a)
    var values = store?.changes(of: \.a).makeAsyncIterator()
    var states = store?.states.makeAsyncIterator()
    let late = store?.states
    store?.send(.setA(1))
    store = nil
    #expect(property?.value == 1)
    #expect(await values?.next() == 1)
    #expect(await values?.next() == nil)
    #expect(await states?.next() == Pair(a: 1))
    #expect(await states?.next() == nil)
    var none = late?.makeAsyncIterator()
    #expect(await none?.next() == nil)
  }

  @Test func `a store that is released leaves no property behind`() {
    withNodeCount { count in
      do {
        let store = Store(Pair(), Hooked { a, store in store.b = a })
        let seen = Seen { [store.a, store.b] }
        let states = store.states.makeAsyncIterator()
        let changes = store.changes(of: \.b).makeAsyncIterator()
        for a in 1...53 { store.send(.setA(a)) }
        #expect(seen.values.last == [53, 53])
        #expect(count().nodes > 0)
        withExtendedLifetime((states, changes)) {}
      }
      // There may be fewer: nodes of others' that are dropped elsewhere go with the main actor's next turn.
      #expect(count().nodes <= 0)
      #expect(count().edges <= 0)
    }
  }

  @Test func `Eazy, forceUpdate: a value that is to be told again counts how often it was told`() {
    struct Told: Equatable {
      var text = ""
      var times = 0
    }
    let telling = Reducer<Told, String> { told, text in
      told.text = text
      told.times += 1
    }
    let store = Store(Told(), telling)
    let seen = Seen { store.state.text }
    store.send("wrong")
    store.send("wrong")
    #expect(seen.values == ["", "wrong", "wrong"])
  }

  @Test func `Eazy, EmptyAction: a store without actions, and one without an interactor`() {
    let mirror = Acting<Pair, Never>(hooks: { store in
      Hook("mirror", store.changes(of: \.a)) { store.b = $0 }
    })
    let store = Store(Pair(), mirror)
    store.bound(\.a).value = 4
    #expect(store.state == Pair(a: 4, b: 4))
    let plain = Store(Pair(), Reducer<Pair, Never>())
    plain.bound(\.a).value = 4
    #expect(plain.state == Pair(a: 4))
  }

  @Test func `Eazy, StatePublisher: changes from now on, of a field and of all of it`() async {
    let store = Store(Pair(), Hooked())
    store.send(.setA(1))
    let (fields, states) = (store.changes(of: \.a), store.states)
    var field = fields.makeAsyncIterator()
    var state = states.makeAsyncIterator()
    store.bound(\.b).value = 1
    store.send(.setA(2))
    #expect(await field.next() == 2)
    #expect(await state.next() == Pair(a: 1, b: 1))
    #expect(await state.next() == Pair(a: 2, b: 1))
  }
}
