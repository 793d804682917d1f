import Differential
import Observation
import Testing
import Upkeep
import UpkeepScope

@Suite(.leavesNothing) struct ScopeObservationTests {
  private let scope = Scope()

  private static let count = Atom(1)
  private static let tens = Computed { get in get(count) / 10 }
  private static let members = Family { (id: Int) in Atom(id) }
  private static let text = Resource { get in "\(get(count))" }

  init() { ObservationSwitch.isOn = true }

  @Test func `a value of a scope that was read is announced when it changes`() {
    let views = [
      TrackingView { scope[Self.count] }, TrackingView { scope[Self.tens] },
      TrackingView { scope[Self.members(3)] },
      TrackingView { scope[Self.text].value?.count ?? 0 },
      TrackingView { scope.bound(Self.count).value },
    ]
    scope[Self.count] = 2
    #expect(views.map(\.announcements) == [1, 0, 0, 1, 1])
    for view in views { view.render() }
    scope[Self.count] = 20
    scope[Self.members(3)] = 4
    #expect(views.map(\.announcements) == [1, 1, 1, 1, 1])
    for view in views { view.render() }
    #expect(views.map { $0.shown.last ?? -1 } == [20, 2, 4, 2, 20])
    scope[Self.count] = 30
    scope[Self.members(3)] = 5
  }

  @Test func `a tracked value that nothing else uses stays until its announcement`() {
    let view = TrackingView { scope[Self.tens] }
    scope[Self.members(1)] = 2
    scope[Self.count] = 15
    #expect(view.announcements == 1)
    view.render()
    #expect(view.shown == [0, 1])
    scope[Self.count] = 25
  }

  @Test func `overrides and child scopes are announced`() {
    let parent = Scope()
    let child = Scope(parent: parent)
    let view = TrackingView { child[Self.tens] }
    parent[Self.count] = 15
    #expect(view.announcements == 1)
    view.render()
    child.override(Self.count, with: Atom(99))
    #expect(view.announcements == 1)
    view.render()
    #expect(view.shown == [0, 1, 9])
    child[Self.count] = 10
  }

  @MainActor @Test func `a clean-up left to the owner does not run inside a tracked read`() {
    let rows = Family { (row: Int) in
      Atom(Box("the text of row \(row), which lies in a block of its own"), lifetime: .lru(1))
    }
    let (stored, dropped) = (StoredProperty(0), Box<Updater?>(Updater()))
    var cleanUps = 0
    weak let text = scope[rows(1)]
    dropped.value?.keepUpToDate { effect in
      effect.onCleanUp {
        cleanUps += 1
        for row in 2...3 { _ = scope[rows(row)] }
      }
    }
    withStack { dropped.value = nil }
    var wasThere = false
    withObservationTracking {
      let read = scope[rows(1)]
      wasThere = read === text && cleanUps == 0
    } onChange: {
    }
    #expect(wasThere)
    // The clean-up runs with the next turn, and the tracked value stays.
    batch { stored.value += 1 }
    #expect(cleanUps == 1 && text != nil)
  }
}
