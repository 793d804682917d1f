import Differential
import Observation
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Laws O1 and O2 for collections: a tracker is told once of each real change of a value that it
/// has read.
@Suite(.leavesNothing) struct KeyedObservationTests {
  let items = KeyedItems(KeyedItem.items(20))

  init() { ObservationSwitch.isOn = true }

  /// Makes edits without a net change: equal edits, a rolled back edit, and an edit that a batch
  /// reverses.
  private func editWithoutChange() {
    items.update(3) { $0.cost += 0 }
    items[4] = KeyedItem.items(5)[4]
    items.move(5, to: 5)
    items.remove(500)
    items.replaceAll(with: Array(items.value))
    undoneTransaction { items.removeAll() }
    batch {
      items.append(KeyedItem(id: 100))
      items.remove(100)
    }
  }

  @Test func `law O1: the value of a collection is followed, by each kind of edit`() {
    let view = TrackingView { items.value.ids }
    for edit in [
      { items.append(KeyedItem(id: 30)) }, { items.insert(KeyedItem(id: 31), at: 0) },
      { items.update(3) { $0.cost = 100 } }, { items[4]?.cost = 100 }, { items.move(5, to: 0) },
      { _ = items.remove(6) }, { items.removeAll { $0.id > 25 } },
      { items.replaceAll(with: KeyedItem.items(7)) },
    ] {
      edit()
      #expect(view.announcements == 1, "\(view.shown.count)")
      view.render()
    }
    #expect(view.shown.last == Array(0..<7))
  }

  @Test func `law O2: nothing is announced where nothing has changed`() {
    let (count, element, rank) = (items.count(), items.element(3), items.rank(of: 3))
    let views = [
      TrackingView { items.value as Any }, TrackingView { count.value },
      TrackingView { element.value as Any }, TrackingView { rank.value as Any },
    ]
    editWithoutChange()
    #expect(views.map(\.announcements) == [0, 0, 0, 0])
    items.remove(3)
    #expect(views.map(\.announcements) == [1, 1, 1, 1])
  }

  @Test func `law O1: an element is followed alone`() {
    let element = items.element(3)
    let view = TrackingView { element.value?.cost }
    items.update(4) { $0.cost = 100 }
    items.remove(5)
    items.move(3, to: 0)
    #expect(view.announcements == 0)
    for edit in [
      { items.update(3) { $0.cost = 100 } }, { _ = items.remove(3) },
      { items.append(KeyedItem(id: 3, cost: 7)) },
    ] as [() -> Void] {
      edit()
      #expect(view.announcements == 1)
      view.render()
    }
    #expect(view.shown == [3, 100, nil, 7])
  }

  @Test func `law O1: a derived collection is announced if its own elements change`() {
    let cheap = items.filter { $0.cost < 10 }
    let groups = items.grouped { $0.group }
    let sorted = cheap.sorted { $0.cost > $1.cost }
    let views = [
      TrackingView { cheap.value.ids }, TrackingView { sorted.value.ids },
      TrackingView { groups.value.map { $0.elements.count } },
    ]
    items.update(15) { $0.cost = 16 }
    #expect(views.map(\.announcements) == [0, 0, 1])
    for view in views { view.render() }
    items.update(3) { $0.cost = 20 }
    #expect(views.map(\.announcements) == [1, 1, 1])
    for view in views { view.render() }
    #expect(views[1].shown.last == [9, 8, 7, 6, 5, 4, 2, 1, 0])
    items.remove(2)
  }

  @Test func `law O3: an untracked read keeps nothing live`() {
    let open = items.filter { $0.cost > 3 }
    _ = (open.value, items.element(3).value, items.value)
    #expect([open.isLive, items.isLive] == [false, false])
    let view = TrackingView { open.value.count }
    #expect(open.isLive)
    items.remove(10)
    #expect((view.announcements, open.isLive) == (1, false))
  }
}
