import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C6: nothing is made before it is needed, and nothing stays.
@Suite(.leavesNothing) struct KeyedLifeTests {
  /// An element to which the test keeps weak references.
  private final class Note: CostedElement {
    let id: Int
    var group: Int { id % 2 }
    var cost: Int { id }

    init(_ id: Int) { self.id = id }
  }

  let items = KeyedItems(KeyedItem.items(20))
  private let notes = StoredCollection((0..<6).map { Note($0) }, id: \.id)
  let updater = scopedUpdater()

  @Test(arguments: KeyedOperator.allCases)
  func `law C6: an operator goes with its last reader, and leaves nothing`(kind: KeyedOperator) {
    withNodeCount { count in
      var calls: KeyedCalls? = KeyedCalls()
      weak let held = calls
      var property = calls.map { calls in
        kind.make(over: items.map(calls.counting { $0 }), with: items, calls)
      }
      calls = nil
      if let property {
        let token = updater.keepUpToDate(dependencies: [property]) {}
        items.update(3) { $0.cost = 5 }
        items.remove(4)
        token.cancel()
      }
      #expect(held != nil)
      property = nil
      #expect(held == nil && count().nodes <= 0 && count().edges <= 0)
    }
    #expect(items.subscriberCount == 0)
    #expect(Graph.violations(around: [items]) == [])
  }

  @Test(arguments: KeyedOperator.allCases)
  func `law C6: an effect keeps an operator that is not held elsewhere`(kind: KeyedOperator) {
    weak var held: KeyedCalls?
    func make() -> UntypedProperty {
      let calls = KeyedCalls()
      held = calls
      return kind.make(over: items.map(calls.counting { $0 }), with: items, calls)
    }
    var runs = 0
    let token = updater.keepUpToDate(dependencies: [make()]) { runs += 1 }
    items.update(3) { $0.cost = 50 }
    items.move(3, to: 15)
    #expect(held != nil && runs >= 1)
    token.cancel()
    #expect(held == nil)
  }

  @Test func `law C6: thousands of added and removed rows leave nothing behind`() {
    let limit = StoredProperty(3)
    let groups = items.filter { $0.cost % 7 > limit.value }.grouped { $0.group + limit.value }
    let seen = Seen { groups.value.count }
    let size = amount(1_000, long: 100_000)
    withNodeCount { count in
      var first = count()
      for round in 0..<10 {
        if round == 2 { first = count() }
        items.replaceAll(with: (0..<size).map { KeyedItem(id: $0, group: round, cost: $0) })
        if round == 1 { #expect(limit.subscriberCount > size) }
        items.replaceAll(with: KeyedItem.items(20))
      }
      #expect(count().nodes <= first.nodes && count().edges <= first.edges)
      #expect(count().reservedBytes <= first.reservedBytes)
    }
    #expect(seen.values.last == 3)
  }

  /// A question to a collection before an element is removed, besides the operators.
  enum Question: CaseIterable, Sendable {
    case nothing, identity, chain, partner, filterThatReads, follow
  }

  /// Asks, keeps the answer, and expects that removed elements are released all the same.
  private func expectReleases(_ ask: (StoredCollection<Int, Note>, Updater) -> UntypedProperty?) {
    let updater = Updater()
    let property = ask(notes, updater)
    if let property { updater.keepUpToDate(dependencies: [property]) {} }
    for id in [3, 5, 0] {
      weak let removed = notes.value[id: id]
      #expect(removed != nil)
      notes.remove(id)
      // A change of another element, in case the removed one was the last to be looked up.
      notes[1] = Note(1)
      #expect(removed == nil, "\(id)")
      weak let replaced = notes.value[id: 2]
      notes[2] = Note(2)
      notes[1] = Note(1)
      #expect(replaced == nil, "\(id)")
    }
    updater.effects.cancelAll()
    _ = property
  }

  @Test(arguments: Question.allCases)
  func `law C6: a removed element is released, whatever reads preceded`(question: Question) {
    let limit = StoredProperty(0)
    let following = Holder(0)
    expectReleases { notes, updater in
      switch question {
      case .nothing: return nil
      case .identity:
        _ = notes.value[id: 3]
        return nil
      case .chain: return notes.filter { _ in true }.filter { _ in true }
      case .partner: return items.joined(with: notes, on: \.id) { _, note in note }
      case .filterThatReads: return notes.filter { $0.id > limit.value }
      case .follow:
        updater.follow(notes) { following.content = $0.steps.count }
        return nil
      }
    }
  }

  @Test(arguments: KeyedOperator.allCases)
  func `law C6: a removed element is released by every operator`(kind: KeyedOperator) {
    expectReleases { notes, _ in
      kind.make(over: notes, with: notes.filter { $0.id > 2 }, KeyedCalls())
    }
  }

  @Test func `law C6: an element that an undone transaction has added is released`() {
    let shown = notes.filter { $0.id != 2 }.sorted { $0.id > $1.id }
    updater.keepUpToDate { _ = shown.value }
    weak var added: Note?
    undoneTransaction {
      let note = Note(10)
      added = note
      notes.append(note)
      #expect(shown.value.first === note)
    }
    notes[1] = Note(1)
    #expect(added == nil && shown.value.map(\.id) == [5, 4, 3, 1, 0])
  }

  @Test func `law C6: an element that an undone transaction has put in is released at once`() {
    weak var added: Note?
    undoneTransaction {
      let note = Note(3)
      added = note
      notes[3] = note
      #expect(notes.value[id: 3] === note)
    }
    #expect(added == nil)
  }

  // The tree of the total becomes empty, loses a level, or keeps its height.
  @Test(arguments: [1, 17, 5])
  func `law C6: an element that only a total held may write when it goes`(count: Int) {
    let gone = StoredProperty(0)
    let reports = misuses {
      // No array of the elements, which would retain them.
      let elements = StoredCollection(
        (0..<count).lazy.map { KeyedWitness($0) { gone.value += 1 } }, id: \.id)
      let total = elements.combined({ _ in 1 }, with: { $0 + $1 })
      #expect(total.value == count)
      elements.remove(count - 1)
      #expect((total.value, gone.value) == (count == 1 ? nil : count - 1, 1))
    }
    #expect((reports.count, gone.value) == (0, count))
  }

  @Test(arguments: 0..<6) func `law C6: an element that is removed is released at once`(kind: Int) {
    let limit = StoredProperty(0)
    let all: [UntypedProperty] = [
      notes.filter { _ in true }, notes.map { $0 }, notes.sorted(on: { $0.id }),
      notes.sorted { _, _ in false }, notes.filter { $0.id >= limit.value },
      notes.grouped { $0.id % 2 },
    ]
    updater.keepUpToDate(dependencies: [all[kind]]) {}
    weak let last = notes.value[id: 5]
    notes.remove(5)
    #expect(last == nil)
  }
}
