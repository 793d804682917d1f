import Differential
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope

@testable import UpkeepUI

/// The rows of a list in SwiftUI.
///
/// The list follows the identities and the order of its rows, and each row follows its element.
@Suite struct CollectionRowsTests {
  private let items = Items(Item.items(5))

  init() { ObservationSwitch.isOn = true }

  /// The bound value of an element's row.
  private func bound(_ id: Int) throws -> Bound<Item> {
    try #require(items.rows.value.first { $0.id == id }).bound
  }

  @Test func `the rows have the identities of the elements, in their order`() {
    items.move(4, to: 0)
    let rows = items.rows
    #expect(rows.value.map(\.id) == [4, 0, 1, 2, 3])
    items.remove(1)
    #expect(rows.value.map(\.id) == [4, 0, 2, 3])
    #expect(Array(rows.value.indices) == [0, 1, 2, 3])
  }

  @Test func `rows of a derived collection edit the source`() {
    let shown = items.filter { $0.cost > 2 }.sorted { $0.cost > $1.cost }
    let rows = items.rows(of: shown)
    #expect(rows.value.map(\.id) == [4, 3])
    rows.value.first?.bound.value.cost = 1
    #expect((rows.value.map(\.id), items.value[id: 4]?.cost) == ([3], 1))
  }

  @Test func `rows that were read stay as they were`() {
    let before = items.rows.value
    items.remove(1)
    #expect(before.map(\.id) == [0, 1, 2, 3, 4])
    #expect(before.map(\.bound.value.id) == [0, 1, 2, 3, 4])
  }

  // MARK: - Following

  @Test func `a list is told when rows come, go or move, and not when one changes`() {
    let rows = items.rows
    let list = TrackingView { rows.value.map(\.id) }
    items.update(2) { $0.cost = 100 }
    #expect(list.announcements == 0)
    for edit in [
      { items.append(Item(id: 9)) }, { _ = items.remove(1) }, { items.move(9, to: 0) },
    ] {
      edit()
      #expect(list.announcements == 1)
      list.render()
    }
    batch {
      items.append(Item(id: 10))
      items.remove(10)
    }
    #expect((list.announcements, list.shown.last) == (0, [9, 0, 2, 3, 4]))
  }

  @Test func `changes of rows are announced to a list that alone retains the rows`() {
    // Like the body of a view, which makes its rows and keeps them in its result.
    let list = TrackingView { items.rows.value }
    items.append(Item(id: 9))
    #expect(list.announcements == 1)
  }

  @Test func `a row is told when its element changes, once, and of no other`() throws {
    let bound = try bound(2)
    let row = TrackingView { bound.value.cost }
    items.update(3) { $0.cost = 100 }
    items.remove(1)
    items.move(2, to: 0)
    items.update(2) { $0.cost += 0 }
    #expect(row.announcements == 0)
    batch {
      items.update(2) { $0.cost = 6 }
      items.update(2) { $0.cost = 7 }
    }
    #expect(row.announcements == 1)
    row.render()
    #expect(row.shown == [2, 7])
  }

  // MARK: - Writing

  @Test func `a row of a removed element shows the last element, and ignores writes`() throws {
    let bound = try bound(2)
    bound.value.cost = 7
    _ = bound.value
    items.remove(2)
    #expect(bound.value == Item(id: 2, cost: 7))
    let before = items.value
    bound.value.cost = 8
    bound.value = Item(id: 2, cost: 9)
    #expect((items.value, bound.value) == (before, Item(id: 2, cost: 7)))
  }

  @Test func `a row of an element that is added again shows the new element`() throws {
    let bound = try bound(2)
    let row = TrackingView { bound.value.cost }
    items.remove(2)
    row.render()
    items.append(Item(id: 2, cost: 50))
    row.render()
    bound.value.cost += 1
    #expect((row.shown, items.value[id: 2]?.cost) == ([2, 2, 50], 51))
  }

  @Test func `a write of another identity is a mistake, and changes nothing`() throws {
    let bound = try bound(2)
    let before = items.value
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) { bound.value = Item(id: 9) }
    #expect((mistakes, items.value) == (1, before))
  }

  // MARK: - Identity

  @Test func `two bindings of one row are equal, and of two rows or collections unequal`() throws {
    func path(_ bound: Bound<Item>) -> ReferenceWritableKeyPath<BindingRoot, Item> {
      \BindingRoot.[BindingPlace(bound)]
    }
    let other = Items(Item.items(5))
    #expect(try path(bound(2)) == path(bound(2)))
    #expect(try path(bound(2)) != path(bound(3)))
    #expect(try path(bound(2)) != path(#require(other.rows.value.dropFirst(2).first).bound))
    let filtered = items.filter { $0.cost == 2 }
    #expect(try path(bound(2)) == path(#require(items.rows(of: filtered).value.first).bound))
    BindingRoot.shared[keyPath: try path(bound(2))].cost = 7
    #expect(items.value[id: 2]?.cost == 7)
  }

  @Test func `a row keeps its collection, and nothing does when it has gone`() throws {
    weak var gone: Items?
    do {
      let items = Items(Item.items(5))
      gone = items
      let bound = try #require((consume items).rows.value.first).bound
      #expect(gone != nil && bound.value.id == 0)
    }
    #expect(gone == nil)
  }
}
