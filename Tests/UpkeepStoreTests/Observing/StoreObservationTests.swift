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
    var street = "elm"
    var number = 1
  }

  private enum Action { case grow, move }

  private static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .grow: state.age += 1
    case .move: state.home.number += 1
    }
  }

  init() { ObservationSwitch.isOn = true }

  @Test func `a field that was read is announced when it changes, and no other`() {
    let store = Store(State(), Self.reducer)
    let views = [
      TrackingView { "\(store.name)" }, TrackingView { "\(store.age)" },
      TrackingView { "\(store.state)" }, TrackingView { "\(store.home.number)" },
    ]
    store.send(.grow)
    #expect(views.map(\.announcements) == [0, 1, 1, 0])
    for view in views { view.render() }
    #expect(views[1].shown == ["7", "8"])
    store.send(.move)
    #expect(views.map(\.announcements) == [0, 0, 1, 1])
  }

  @Test func `a field that was read through a narrowed store that is gone is announced, too`() {
    let store = Store(State(), Self.reducer)
    let views = [
      TrackingView { store.scope(\.home) { $0 }.number },
      TrackingView { store.scope(\.home) { $0 }.state.number },
      TrackingView { store.scope(\.age) { $0 }.state },
    ]
    store.send(.move)
    #expect(views.map(\.announcements) == [1, 1, 0])
    for view in views { view.render() }
    store.send(.grow)
    #expect(views.map(\.announcements) == [0, 0, 1])
    #expect(views[0].shown == [1, 2])
    store.send(.move)
    #expect(views.map(\.announcements) == [1, 1, 1])
  }

  @Test func `whoever tracks does not keep a store`() {
    var store: Store? = Store(State(), Self.reducer)
    weak let weakly = store
    let view = TrackingView { store?.age }
    store = nil
    #expect(weakly == nil)
    #expect(view.announcements == 0)
  }
}
