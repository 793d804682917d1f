import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C6: nothing is made before it is needed, and nothing stays.
@Suite(.leavesNothing) struct KeyedLifeTests {
  /// An element that is looked at from outside.
  private final class Note {
    let id: Int
    let group: Int

    init(_ id: Int) { (self.id, group) = (id, id % 2) }
  }

  /// An element that does something when it goes.
  private final class Ending {
    let id: Int
    private let end: () -> Void

    init(_ id: Int, _ end: @escaping () -> Void) { (self.id, self.end) = (id, end) }

    deinit { end() }
  }

  let items = KeyedItems(KeyedItem.items(20))
  let updater = scopedUpdater()

  enum Kind: CaseIterable, Sendable {
    case filter, map, sortedBy, sortedOn, sortedByOrder, window, grouped, distinct, joined, merged
    case flatMap, fold, combined, sum, element, rank
  }

  /// An operator whose closure holds something.
  private func make(_ kind: Kind, _ witness: Witness) -> UntypedProperty {
    let held = items.map { item in withExtendedLifetime(witness) { item } }
    switch kind {
    case .filter: return items.filter { _ in withExtendedLifetime(witness) { true } }
    case .map: return held
    case .sortedBy: return held.sorted { $0.cost > $1.cost }
    case .sortedOn: return held.sorted(on: { -$0.cost })
    case .sortedByOrder: return held.sorted(by: StoredProperty(1)) { $1.cost * $0 > $2.cost }
    case .window: return held.window(3..<7)
    case .grouped: return held.grouped { $0.group }
    case .distinct: return held.distinct { $0.group }
    case .joined: return held.joined(with: items, on: { $0.group }) { $0.cost + $1.cost }
    case .merged: return items.merged(with: held)
    case .flatMap: return held.flatMap(id: { (number: Int) in number }) { 0..<$0.cost }
    case .fold: return held.fold(0, adding: { $0 + $1.cost }, removing: { $0 - $1.cost })
    case .combined:
      return held.combined {
        $0.cost
      } with: {
        $0 + $1
      }
    case .sum: return held.sum { $0.cost }
    case .element: return held.element(3)
    case .rank: return held.rank(of: 3)
    }
  }

  @Test(arguments: Kind.allCases)
  func `law C6: an operator goes with its last reader, and leaves nothing`(kind: Kind) {
    var released = 0
    withNodeCount { count in
      var property: UntypedProperty? = make(kind, Witness { released += 1 })
      if let property {
        let token = updater.keepUpToDate(dependencies: [property]) {}
        items.update(3) { $0.cost = 5 }
        items.remove(4)
        token.cancel()
      }
      #expect(released == 0)
      property = nil
      #expect(released == 1)
      #expect(count().nodes <= 0 && count().edges <= 0)
    }
    #expect(items.subscriberCount == 0)
    #expect(Graph.violations(around: [items]) == [])
  }

  @Test(arguments: Kind.allCases)
  func `law C6: an effect keeps an operator that nobody else holds`(kind: Kind) {
    var (released, runs) = (0, 0)
    let token = updater.keepUpToDate(
      dependencies: [make(kind, Witness { released += 1 })]) { runs += 1 }
    items.update(3) { $0.cost = 50 }
    items.move(3, to: 15)
    #expect(released == 0 && runs >= 1)
    token.cancel()
    #expect(released == 1)
  }

  @Test func `law C6: rows that have read something come and go, and nothing is left of them`() {
    let limit = StoredProperty(3)
    let shown = items.filter { $0.cost % 7 > limit.value }.map { $0.cost + limit.value }
      .sorted(on: { $0 * limit.value })
    var last = 0
    let token = updater.keepUpToDate { last = shown.value.count }
    let rounds = amount(2_000, long: 1_000_000)
    for id in 100..<200 {
      items.append(KeyedItem(id: id, cost: id))
      items.remove(id)
    }
    withNodeCount { count in
      for id in 0..<rounds {
        items.append(KeyedItem(id: 1_000 + id, group: id % 3, cost: id))
        items.remove(1_000 + id)
      }
      #expect(count().hasNotGrown(), "\(count())")
    }
    #expect(last == shown.value.count)
    token.cancel()
    #expect(Graph.violations(around: [items, limit]) == [])
  }

  @Test func `law C6: rows come and go by the thousand, and nothing is left of them`() {
    let limit = StoredProperty(3)
    let groups = items.filter { $0.cost % 7 > limit.value }.grouped { $0.group + limit.value }
    var last = 0
    updater.keepUpToDate { last = groups.value.count }
    let size = amount(1_000, long: 100_000)
    withNodeCount { count in
      for round in 0..<2 {
        items.replaceAll(with: (0..<size).map { KeyedItem(id: $0, group: round, cost: $0) })
        if round > 0 { #expect(limit.subscriberCount > size) }
        items.replaceAll(with: KeyedItem.items(20))
      }
      let first = count()
      for round in 0..<8 {
        items.replaceAll(with: (0..<size).map { KeyedItem(id: $0, group: round, cost: $0) })
        items.replaceAll(with: KeyedItem.items(20))
      }
      #expect(count().nodes <= first.nodes && count().edges <= first.edges)
      #expect(count().reservedBytes <= first.reservedBytes)
    }
    #expect(last == 3)
  }

  /// A question to a collection before an element went.
  enum Question: CaseIterable, Sendable {
    case nothing, value, identity, element, joined, partner, grouped, distinct, merged, flatMap,
      window
    case filter, filterThatReads, map, sortedBy, sortedInTies, sortedOn, sortedByOrder, rank, fold
    case combined, sum, least, follow
  }

  private func ask(
    _ question: Question, _ notes: StoredCollection<Int, Note>, _ limit: StoredProperty<Int>
  ) -> UntypedProperty? {
    switch question {
    case .nothing: return nil
    case .value: return notes.filter { _ in true }.filter { _ in true }
    case .identity:
      _ = notes.value[id: 3]
      return nil
    case .element: return notes.element(3)
    case .joined: return notes.joined(with: items, on: \.group) { note, _ in note }
    case .partner: return items.joined(with: notes, on: \.id) { _, note in note }
    case .grouped: return notes.grouped(by: \.group)
    case .distinct: return notes.distinct(by: \.id)
    case .merged: return notes.merged(with: notes.filter { $0.id > 2 })
    case .flatMap: return notes.flatMap(id: \.id) { [$0] }
    case .window: return notes.window(0..<9)
    case .filter: return notes.filter { $0.id > 0 }
    case .filterThatReads: return notes.filter { $0.id > limit.value }
    case .map: return notes.map { $0 }
    case .sortedBy: return notes.sorted { $0.id > $1.id }
    case .sortedInTies: return notes.sorted { $0.group > $1.group }
    case .sortedOn: return notes.sorted(on: \.id)
    case .sortedByOrder: return notes.sorted(by: limit) { $1.id * ($0 + 1) > $2.id }
    case .rank: return notes.sorted { $0.id > $1.id }.rank(of: 3)
    case .fold: return notes.fold(0, adding: { $0 + $1.id }, removing: { $0 - $1.id })
    case .combined:
      return notes.combined {
        $0.id
      } with: {
        $0 + $1
      }
    case .sum: return notes.sum { $0.id }
    case .least: return notes.min { $0.id < $1.id }
    case .follow: return nil
    }
  }

  @Test(arguments: Question.allCases)
  func `law C6: an element that is removed is released, whatever was asked about it`(
    question: Question
  ) {
    let limit = StoredProperty(0)
    let notes = StoredCollection((0..<6).map { Note($0) }, id: \.id)
    let property = ask(question, notes, limit)
    let (following, updater) = (Holder(0), Updater())
    if question == .follow { updater.follow(notes) { following.content = $0.steps.count } }
    if let property { updater.keepUpToDate(dependencies: [property]) {} }
    for id in [3, 5, 0] {
      weak let removed = notes.value[id: id]
      #expect(removed != nil)
      notes.remove(id)
      // Another element, in case that one was the last to be looked at.
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

  @Test func `law C6: what an undone transaction has added is released`() {
    let notes = StoredCollection((0..<6).map { Note($0) }, id: \.id)
    let shown = notes.filter { $0.id != 2 }.sorted { $0.id > $1.id }
    updater.keepUpToDate { _ = shown.value }
    weak var added: Note?
    try? transaction {
      let note = Note(10)
      added = note
      notes.append(note)
      #expect(shown.value.first === note)
      throw Refusal()
    }
    notes[1] = Note(1)
    #expect(added == nil)
    #expect(shown.value.map(\.id) == [5, 4, 3, 1, 0])
  }

  @Test func `law C6: what an undone transaction has put in place of another is released at once`()
  {
    let notes = StoredCollection((0..<6).map { Note($0) }, id: \.id)
    weak var added: Note?
    try? transaction {
      let note = Note(3)
      added = note
      notes[3] = note
      #expect(notes.value[id: 3] === note)
      throw Refusal()
    }
    #expect(added == nil)
  }

  // The tree of the total becomes empty, loses a level, or stays as high as it is.
  @Test(arguments: [1, 17, 5])
  func `law C6: an element that only a total held may write when it goes`(
    count: Int
  ) {
    let gone = StoredProperty(0)
    var reports: [Misuse] = []
    withMisuseHandler({ reports.append($0) }) {
      let elements = StoredCollection(
        (0..<count).map { Ending($0) { gone.value += 1 } }, id: \.id)
      let total = elements.combined({ _ in 1 }, with: { $0 + $1 })
      #expect(total.value == count)
      elements.remove(count - 1)
      #expect(total.value == (count == 1 ? nil : count - 1))
      #expect(gone.value == 1)
    }
    #expect(reports.isEmpty)
    #expect(gone.value == count)
  }

  @Test(arguments: 0..<6) func `law C6: an element that is removed is released at once`(kind: Int) {
    let limit = StoredProperty(0)
    let notes = StoredCollection((0..<6).map { Note($0) }, id: \.id)
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
