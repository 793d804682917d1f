import Upkeep
import UpkeepScope

/// Notices which parts of a state go, and which are replaced, for those that were begun for them:
/// the payload of a case, or the rows of a list.
///
/// It looks before and after each change of the state, so that a part that goes with one action and
/// comes again with the next one is another part.
final class PartWatch {
  private let engine: StoreEngine
  /// Finds the parts that are there.
  private let content: () -> any PartContent
  /// Begins to look; the closure that it returns looks again, and returns what has changed.
  private let look: () -> () -> PartChanges
  /// Changes when parts have come, gone or been replaced.
  let replacements = StoredProperty(0, name: "parts of a state")
  private var lives = WeakTable<AnyHashable, PartLife>()
  /// The parts that have come since they were last taken; nil if they are not known.
  ///
  /// Some may have gone again, or were there before a transaction that was undone.
  private var arrivals: Set<AnyHashable>?

  /// Makes one.
  ///
  /// - Parameters:
  ///   - engine: the engine of the store.
  ///   - content: finds what is there.
  init<Content: PartContent>(_ engine: StoreEngine, _ content: @escaping () -> Content) {
    self.engine = engine
    self.content = content
    look = {
      let old = content()
      return { content().partChanges(since: old) }
    }
    engine.add(self)
  }

  deinit { engine.removePartWatch() }

  /// The number of parts that are there.
  var count: Int { content().partCount }

  /// Whether a part is there.
  func contains(_ id: AnyHashable) -> Bool { content().partOffset(of: id) != nil }

  /// The life of a part that is there.
  func life(of id: AnyHashable) -> PartLife {
    if let known = lives[id] { return known }
    let life = PartLife(id, number: engine.takeNumber(), in: self)
    lives[id] = life
    return life
  }

  /// The parts that are there and have come since this was last called, in the order in which they
  /// stand.
  ///
  /// Parts that were there all along may be among them: at first all, and all when there is no
  /// shorter list.
  ///
  /// - Complexity: O(k log n) for k parts that have come, amortized.
  func takeArrivals() -> [AnyHashable] {
    let content = content()
    defer { arrivals = [] }
    guard let arrivals else { return content.partIDs }
    return arrivals.compactMap { id in content.partOffset(of: id).map { (offset: $0, id: id) } }
      .sorted { $0.offset < $1.offset }.map(\.id)
  }

  /// Keeps parts that have come, as long as they are fewer than all parts.
  ///
  /// Without a bound the set would grow where nobody takes the parts, and with undone transactions.
  private func add(arrivals ids: [AnyHashable]) {
    if arrivals == nil { return }
    arrivals?.formUnion(ids)
    if let known = arrivals?.count, known > 16, known > 2 * count { arrivals = nil }
  }

  /// Looks at what is there before a change.
  ///
  /// - Returns: a closure that looks again, and returns the lives that end with the change.
  func begin() -> () -> [PartLife] {
    let changes = look()
    return { [self] in
      let changes = changes()
      if changes.gone.isEmpty, changes.come.isEmpty { return [] }
      add(arrivals: changes.come)
      replacements.value = replacements.peek() + 1
      return changes.gone.compactMap { take($0) }
    }
  }

  /// Forgets the life of a part, unless a transaction is undone in which the part has gone.
  private func take(_ id: AnyHashable) -> PartLife? {
    guard let life = lives[id] else { return nil }
    lives[id] = nil
    Turn.afterRollback { [weak self] in self?.lives[id] = life }
    return life
  }
}

/// The watches of parts of one state, or of one part of it.
final class PartTable {
  private var watches = WeakTable<ObjectIdentifier, PartWatch>()
  private var fields: [ObjectIdentifier: PartTable] = [:]

  /// Stands for one interactor that was scoped.
  final class Step {}

  /// Finds the watch of an interactor's parts, or makes it.
  func watch(_ step: Step, _ make: () -> PartWatch) -> PartWatch {
    let key = ObjectIdentifier(step)
    if let known = watches[key] { return known }
    let watch = make()
    watches[key] = watch
    return watch
  }

  /// The watches of parts of a field, which is always there.
  func field(_ step: Step) -> PartTable {
    let key = ObjectIdentifier(step)
    if let known = fields[key] { return known }
    let table = PartTable()
    fields[key] = table
    return table
  }
}
