import Upkeep
import UpkeepScope

/// Detects the removal and replacement of parts of a state, to end their effects and hooks.
///
/// A watch compares the parts before and after each change of the state. So a part that one action
/// removes and the next one inserts again is a new part.
final class PartWatch {
  private let engine: StoreEngine
  private let content: () -> any PartContent
  /// Takes a snapshot of the parts, and returns a closure that compares it with the current parts.
  private let look: () -> () -> PartChanges
  /// Changes when parts are inserted, removed or replaced.
  let replacements = StoredProperty(0, name: "parts of a state")
  private var lives = WeakTable<AnyHashable, PartLife>()
  /// The parts that were inserted since `takeArrivals` was last called; nil if they are not known.
  ///
  /// Some of these parts may have been removed again. If a transaction that replaced a part was
  /// rolled back, the old part is among them.
  private var arrivals: Set<AnyHashable>?

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - engine: The engine of the store.
  ///   - content: Returns the current parts.
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

  var count: Int { content().partCount }

  func contains(_ id: AnyHashable) -> Bool { content().partOffset(of: id) != nil }

  /// Returns the life of an existing part.
  func life(of id: AnyHashable) -> PartLife {
    if let known = lives[id] { return known }
    let life = PartLife(id, number: engine.takeNumber(), in: self)
    lives[id] = life
    return life
  }

  /// Returns the existing parts that were inserted since the last call, in the order of the parts.
  ///
  /// Older parts may be among them. The first call returns all parts, and so does a call after too
  /// many insertions.
  ///
  /// - Complexity: O(*k* log *n*) for *k* inserted parts, amortized.
  func takeArrivals() -> [AnyHashable] {
    let content = content()
    defer { arrivals = [] }
    guard let arrivals else { return content.partIDs }
    return arrivals.compactMap { id in content.partOffset(of: id).map { (offset: $0, id: id) } }
      .sorted { $0.offset < $1.offset }.map(\.id)
  }

  /// Records inserted parts, and forgets all of them if there are too many.
  ///
  /// The limit is 16, or twice the number of parts if that is more. Without a limit, the set would
  /// grow if nothing takes the arrivals, or transactions roll back.
  private func add(arrivals ids: [AnyHashable]) {
    if arrivals == nil { return }
    arrivals?.formUnion(ids)
    if let known = arrivals?.count, known > 16, known > 2 * count { arrivals = nil }
  }

  /// Takes a snapshot of the parts before a change.
  ///
  /// - Returns: A closure to call after the change, which returns the lives that have ended.
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

  /// Removes the life of a part; a rollback of the part's removal restores it.
  private func take(_ id: AnyHashable) -> PartLife? {
    guard let life = lives[id] else { return nil }
    lives[id] = nil
    Turn.afterRollback { [weak self] in self?.lives[id] = life }
    return life
  }
}

/// The watches of the parts of one state, or of one part.
final class PartTable {
  private var watches = WeakTable<ObjectIdentifier, PartWatch>()
  private var fields: [ObjectIdentifier: PartTable] = [:]

  /// Identifies one scoped interactor.
  final class Step {}

  /// Returns the watch of an interactor's parts, which `make` makes if there is none.
  func watch(_ step: Step, _ make: () -> PartWatch) -> PartWatch {
    let key = ObjectIdentifier(step)
    if let known = watches[key] { return known }
    let watch = make()
    watches[key] = watch
    return watch
  }

  /// Returns the table of a field, a part that always exists.
  func field(_ step: Step) -> PartTable {
    let key = ObjectIdentifier(step)
    if let known = fields[key] { return known }
    let table = PartTable()
    fields[key] = table
    return table
  }
}
