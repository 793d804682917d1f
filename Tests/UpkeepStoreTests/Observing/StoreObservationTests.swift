import Differential
import Testing
import Upkeep
import UpkeepStore

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
    #expect(weakly == nil)
    #expect(view.announcements == 0)
  }
}
