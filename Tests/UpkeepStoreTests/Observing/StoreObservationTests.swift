import Differential
import Testing
import Upkeep

@testable import UpkeepStore

@Suite struct StoreObservationTests {
  private struct State: Equatable {
    var name = "ann"
    var age = 7
    var home = Home()
  }

  private struct Home: Equatable {
    var number = 1
  }

  private typealias Edit = @Sendable (inout State) -> Void

  private let store = Store(State(), Reducer<State, Edit> { state, edit in edit(&state) })

  init() { ObservationSwitch.isOn = true }

  @Test func `a field that was read is announced when it changes, and no other`() {
    let views = [
      TrackingView { "\(store.name)" }, TrackingView { "\(store.age)" },
      TrackingView { "\(store.state)" }, TrackingView { "\(store.home.number)" },
    ]
    store.send { $0.age += 1 }
    #expect(views.map(\.announcements) == [0, 1, 1, 0])
    for view in views { view.render() }
    #expect(views[1].shown == ["7", "8"])
    store.send { $0.home.number += 1 }
    #expect(views.map(\.announcements) == [0, 0, 1, 1])
  }

  @Test func `a field that was read through a narrowed store that is gone is announced, too`() {
    let views = [
      TrackingView { store.scope(\.home) { $0 }.number },
      TrackingView { store.scope(\.home) { $0 }.state.number },
      TrackingView { store.scope(\.age) { $0 }.state },
    ]
    store.send { $0.home.number += 1 }
    #expect(views.map(\.announcements) == [1, 1, 0])
    for view in views { view.render() }
    store.send { $0.age += 1 }
    #expect(views.map(\.announcements) == [0, 0, 1])
    #expect(views[0].shown == [1, 2])
    store.send { $0.home.number += 1 }
    #expect(views.map(\.announcements) == [1, 1, 1])
  }

  @Test func `a view that tracks a store does not keep it`() {
    var store: Store? = Store(State(), Reducer<State, Edit>())
    weak let weakly = store
    let view = TrackingView { store?.age }
    store = nil
    #expect(weakly == nil && view.announcements == 0)
  }
}

private struct Counter {
  var count = 0
  var isEven = true
}

private actor Desk {
  private var store = Desk.makeStore()

  private static func makeStore() -> Store<Counter, Int> {
    Store(
      Counter(),
      Reducer { state, step in
        state.count += step
        state.isEven = state.count.isMultiple(of: 2)
      })
  }

  func counts() -> LatestValues<Int> { store.latestValues(of: \.count) }
  func everyParity() -> EveryValue<Bool> { store.everyValue(of: \.isEven, .every(10)) }
  func send(_ step: Int) { store.send(step) }
  func close() { store = Self.makeStore() }
}

@Suite struct StoreValueTests {
  @Test func `values of a field are read elsewhere, and end with the store`() async throws {
    let desk = Desk()
    var counts = await desk.counts().makeAsyncIterator()
    var parities = await desk.everyParity().makeAsyncIterator()
    #expect(await counts.next() == 0)
    for step in [1, 2, 1] { await desk.send(step) }
    #expect(await counts.next() == 4)
    await desk.close()
    #expect(await counts.next() == nil)
    var heard: [Bool] = []
    while let isEven = try await parities.next() { heard.append(isEven) }
    #expect(heard == [true, false, true])
  }
}
