import Testing
import Upkeep
import UpkeepStore

/// A state all of whose parts may be missing, each with a hook.
private struct Whole: Equatable {
  enum Screen: Equatable {
    case off
    case on(Int)
  }
  struct Cell: Equatable {
    var id: Int
    var number: Int
  }
  struct List: Equatable {
    var id: Int
    var cells: [Cell]
  }

  var field: Int?
  var screen = Screen.off
  var other: Int?
  var lists: [List] = []

  /// All parts, with numbers that count from `first`; the rows are not in the order of their
  /// identities.
  init(from first: Int) {
    (field, screen, other) = (first, .on(first + 1), first + 2)
    lists = [
      List(id: 2, cells: [Cell(id: 7, number: first + 3), Cell(id: 1, number: first + 4)]),
      List(id: 1, cells: [Cell(id: 1, number: first + 5)]),
    ]
  }

  init() {}

  /// Makes a store in which each action is the next state.
  static func store(_ heard: Notes<Int>) -> Store<Whole, Whole> {
    let part = Acting<Int, Int>(hooks: { store in
      Hook("number", store.changes(of: \.self)) { heard.add($0) }
    })
    // No part has actions.
    let none = Case<Int, Int>({ $0 }) { _ in nil }
    let noneOfRow = Case<Int, (Int, Int)>({ $0.1 }) { _ in nil }
    let noneOfAll = Case<Whole, Int>({ _ in Whole() }) { _ in nil }
    let noneOfList = Case<Whole, (Int, Int)>({ _ in Whole() }) { _ in nil }
    let onScreen = Case<Screen, Int>({ .on($0) }) {
      if case .on(let number) = $0 { number } else { nil }
    }
    return Store(
      Whole(),
      AnyInteractor(
        combining: Reducer<Whole, Whole> { $0 = $1 },
        part.scoped(to: \.field, case: .some, action: noneOfAll),
        part.scoped(to: \.screen, case: onScreen, action: noneOfAll),
        part.scoped(to: \.other, case: .some, action: noneOfAll),
        part.scoped(to: \Cell.number, action: none)
          .scoped(toEach: \List.cells, id: \.id, action: noneOfRow)
          .scoped(toEach: \Whole.lists, id: \.id, action: noneOfList)))
  }
}

/// The order in which hooks that are woken together fire: the order in which they began.
///
/// It holds for hooks in any parts of a state.
@MainActor struct HookOrderTests {
  private let heard = Notes<Int>()

  @Test func `hooks keep their order in nested transactions, and beside undone ones`() {
    let store = Whole.store(heard)
    undone { store.send(Whole(from: 10)) }
    transaction {
      transaction { _ = store.send(Whole(from: 20)) }
      undone { store.send(Whole()) }
    }
    transaction {
      store.send(Whole(from: 25))
      transaction { _ = store.send(Whole(from: 30)) }
      undone { transaction { _ = store.send(Whole(from: 40)) } }
    }
    #expect(heard.all == Array(30...35))
    undone { transaction { _ = store.send(Whole()) } }
    #expect(heard.all == Array(30...35))
    store.send(Whole(from: 50))
    #expect(heard.all == Array(30...35) + Array(50...55))
  }

  @Test func `hooks of a part that goes and comes back begin anew, and are fired last`() {
    let store = Whole.store(heard)
    store.send(Whole(from: 10))
    var without = Whole(from: 10)
    (without.field, without.screen) = (nil, .off)
    without.lists.removeFirst()
    // The rollback means that no part has been removed.
    undone { store.send(without) }
    store.send(Whole(from: 20))
    #expect(heard.all == Array(20...25))
    without = Whole(from: 20)
    (without.field, without.screen) = (nil, .off)
    without.lists.removeFirst()
    store.send(without)
    store.send(Whole(from: 20))
    store.send(Whole(from: 30))
    #expect(heard.all == Array(20...25) + [32, 35, 30, 31, 33, 34])
  }

  @Test func `hooks that an observer wakes are fired in that order, in a transaction, too`() {
    let store = Whole.store(heard)
    store.send(Whole(from: 10))
    let updater = Updater()
    updater.onTransition(store.property(\.other), initially: false) { _, number in
      guard number == 22 else { return }
      undone { store.send(Whole(from: 70)) }
      // An action sent while another is carried out makes a change of its own, after the commit.
      transaction { transaction { _ = store.send(Whole(from: 30)) } }
    }
    store.send(Whole(from: 20))
    // The observer runs when all hooks have fired.
    #expect(heard.all == Array(20...25) + Array(30...35))
    withExtendedLifetime(updater) {}
  }
}
