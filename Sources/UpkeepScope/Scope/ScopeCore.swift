import Upkeep

/// The contents of a scope.
///
/// It outlives its scope only where a load that was cancelled is still returning.
///
/// A definition has a `Cell` in the scope. Cells of definitions that stand alone are found by
/// number, in `slots`; those of members of families and of types by their keys, in `members`.
///
/// The words of this module:
///
/// - *Definition*: a description of an atom, a computed value or a resource, with an *identity*.
/// - *Cell*: a definition in one scope: its property, and how long that stays.
/// - *Input*: a property that a computation or a load has read. A *cycle* is of inputs.
/// - *Request*, *load*, *outcome*: a demand on a resource, the work that answers it, the answer.
/// - *Saver*, *channel*, *storage queue*: save one atom of one scope, one key of all scopes, one
///   storage.
/// - *Work item*: a load, an effect or a read of storage. It is *runnable*, or *parked* until the
///   clock, a gate or another item lets it go on. *Pending work* is all items of a tree of scopes,
///   or of a store.
/// - *Record*, *layer*: the parts of a snapshot for one cell, for one scope.
@_documentation(visibility: internal)
public final class ScopeCore {
  // SAFETY: as many words as `slotCount`, allocated and freed here; each is nil or a cell with a
  // reference to it. Read and written whole.
  @usableFromInline @exclusivity(unchecked)
  var slots = UnsafeMutablePointer<Unmanaged<Cell>?>.allocate(capacity: 1)
  // SAFETY: a word, read and written whole.
  @usableFromInline @exclusivity(unchecked) var slotCount: UInt = 0

  // SAFETY: changed by `register`, `remove` and `clear`, which call nothing of the program's while they do; a search, which
  // may, takes a copy of these words, and another one after each call.
  @exclusivity(unchecked) var members = MemberTable()
  /// The cells that may be released, or follow from others, by property.
  var cellsByProperty: [ObjectIdentifier: Cell] = [:]
  private(set) var parent: ScopeCore?
  var children = WeakTable<ObjectIdentifier, ScopeCore>()
  var overrides = Overrides()
  /// There are overrides: asked for each cell that is made.
  var isOverriding = false
  /// Changes with `overrides`: a cell that was found in the parent may be found here then.
  let generation = StoredProperty(0, name: "the overrides of a scope")
  let pendingWork: PendingWork
  let time: ScopeTime
  /// Nil as long as nothing is saved.
  private(set) var persistenceIfAny: ScopePersistence?
  var isOver = false
  /// The number of cells that it has ever had.
  private var registered = 0
  /// The effects that end with the scope: of sequences of its values.
  var readers: Updater?

  var pool = CellPool()
  /// The number of cells at which the pool is emptied.
  var poolLimit = 1_024
  /// The cells that nobody needs, of each family or type with `.lru`.
  var unused: [DefinitionGroup: UnusedCells] = [:]
  var leaving: [Cell] = []
  var isLeaving = false
  /// Is told which cells have changed.
  weak var observer: (any CellObserver)?
  /// There is an observer, or was one a moment ago.
  var isFollowed = false
  /// The definitions that pass on a write at present, the outermost first, and where each is in
  /// this list.
  private var passing: [Label] = []
  private var placesInPassing: [DefinitionID: Int] = [:]

  #if DEBUG
    var lostDefinitions = LostDefinitions()
  #endif

  init(_ parent: ScopeCore?, _ time: ScopeTime) {
    self.parent = parent
    self.time = time
    pendingWork = parent?.pendingWork ?? PendingWork()
    parent?.children[ObjectIdentifier(self)] = self
  }

  deinit {
    clear()
    slots.deallocate()
    // One after the other: however deep the scopes are in one another, none is released inside
    // another's release.
    while isKnownUniquelyReferenced(&parent) {
      let next = parent?.parent
      parent?.parent = nil
      parent = next
    }
  }

  /// Its saved atoms.
  var persistence: ScopePersistence {
    if let persistenceIfAny { return persistenceIfAny }
    let persistence = ScopePersistence()
    persistenceIfAny = persistence
    return persistence
  }

  /// It, and those above it.
  var lineage: some Sequence<ScopeCore> { sequence(first: self, next: \.parent) }

  // MARK: - Finding

  /// The cell of a definition, made if there is none: here, or in the parent if that is to be
  /// shared.
  final func cell<D: Definition>(of definition: D) -> Cell {
    existingCell(of: definition) ?? absentCell(of: definition)
  }

  /// The cell of a definition that has none here.
  @usableFromInline @inline(never)
  final func absentCell<D: Definition>(of definition: D) -> Cell {
    parent == nil ? madeCell(of: definition) : cellOfLineage(of: definition)
  }

  @inline(never)
  private func cellOfLineage<D: Definition>(of definition: D) -> Cell {
    var core = self
    while let parent = core.parent, !core.isOwn(definition) {
      _ = core.generation.follow()
      core = parent
      if let cell = core.existingCell(of: definition) { return cell }
    }
    return core.madeCell(of: definition)
  }

  /// Makes the cell of a definition that has none.
  private func madeCell<D: Definition>(of definition: D) -> Cell {
    let count = registered
    // Mostly nobody is to be kept from following what the program reads here.
    let cell =
      Turn.isTracking || Turn.isMaking
      ? makeCell(of: definition) : definition.makeCell(in: self)
    // The code that makes it may have asked for it: that one stays.
    if registered != count, let first = existingCell(of: definition) {
      cell.end()
      return first
    }
    if cell.declaration.isMember { cell.property.name(by: cell.declaration) }
    #if DEBUG
      reportIfMadeAnew(cell)
    #endif
    if !isOver { register(cell) }
    return cell
  }

  /// Makes a cell where somebody follows what is read, or asks who has made what.
  @inline(never)
  private func makeCell<D: Definition>(of definition: D) -> Cell {
    let cell = FirstValue.make(generation.label) {
      definition.makeCell(in: self)
    } forget: { [weak self] cell in
      if let self, !cell.isReleased { remove(cell) }
    }
    // The closure that has made the scope may write its values.
    if Turn.isMaking { cell.property.isMade(with: generation) }
    return cell
  }

  /// The cell of a definition; nil if there is none yet.
  ///
  /// Follows nothing.
  func foundCell<D: Definition>(of definition: D) -> Cell? {
    for core in lineage {
      if let cell = core.existingCell(of: definition) { return cell }
      if core.parent == nil || core.isOwn(definition) { break }
    }
    return nil
  }

  /// Whether a definition may mean another one here.
  var mayOverride: Bool { isOverriding || parent != nil }

  /// An atom that is not overridden is its parent's; so is all that follows from others where
  /// nothing is overridden.
  private func isOwn<D: Definition>(_ definition: D) -> Bool {
    if !isOverriding { return false }
    return D.definitionKind != .atom || overrides[definition.definitionID] != nil
  }

  /// A closure that finds a definition's property again after a change of overrides, or when its
  /// cell has gone; nil where it stays the same one.
  func search<D: Definition>(for definition: D) -> (() -> UntypedProperty)? {
    if parent == nil, existingCell(of: definition)?.canGo == false { return nil }
    // Kept by the inputs of a load, and so by its loader, which keeps this core until it ends.
    return { [self] in property(of: definition) }
  }

  /// The cell of a definition in this scope.
  @inlinable
  final func existingCell<D: Definition>(of definition: D) -> Cell? {
    let place = definition.definitionSlot
    // SAFETY: an object in a slot, or in the table, is retained there.
    return (place >= 0 ? slot(place) : definition.memberCell(in: self))?.takeUnretainedValue()
  }

  /// The cell of a property of the scope, or of those above it.
  func cell(showing property: UntypedProperty) -> Cell? {
    for core in lineage {
      if let cell = core.cellsByProperty[ObjectIdentifier(property)] { return cell }
    }
    return nil
  }

  /// All that a read could find, in order of creation: its own, and those of its parents that it
  /// does not hide.
  var visibleCells: [Cell] {
    var hidden: Set<DefinitionID> = []
    var overriding: [Overrides] = []
    var found: [Cell] = []
    for core in lineage {
      let visible = core.cells.filter { cell in
        let id = cell.declaration.id
        return !hidden.contains(id) && !overriding.contains { $0.overridesGroup(of: id) }
      }
      found += visible
      hidden.formUnion(visible.lazy.map(\.declaration.id))
      hidden.formUnion(core.overrides.single.keys)
      if core.overrides.hasGroups { overriding.append(core.overrides) }
    }
    found.sortByCreation()
    return found
  }

  /// Its own, in no order.
  ///
  /// Nothing that a program sees may follow that: see `sortByCreation`.
  var cells: [Cell] {
    var found: [Cell] = []
    found.reserveCapacity(Int(slotCount) + members.count)
    // SAFETY: an object in a slot is retained there.
    for slot in 0..<Int(slotCount) {
      if let cell = slots[slot] { found.append(cell.takeUnretainedValue()) }
    }
    // SAFETY: as above.
    members.visit { found.append($0.takeUnretainedValue()) }
    return found
  }

  private func register(_ cell: Cell) {
    registered += 1
    let slot = cell.declaration.place
    if slot >= 0 {
      if UInt(slot) >= slotCount { makeRoom(for: slot) }
      // SAFETY: `remove` and `clear` give the reference back.
      slots[slot] = Unmanaged.passRetained(cell)
    } else {
      members.insert(cell)
    }
    if !isFollowed, cell.staysUntold {
      cell.endsUntold = true
      return
    }
    let canGo = cell.canGo
    if canGo || cell.kind != .atom { cellsByProperty[ObjectIdentifier(cell.property)] = cell }
    if isFollowed {
      beginToTell(of: cell)
      observer?.noteArrival(of: cell.declaration.id)
    }
    let endOfTurn = cell.endOfTurn
    if canGo || endOfTurn != nil {
      cell.isWatched = true
      cell.property.watch(
        liveness: { [weak self, weak cell] isLive in
          if let self, let cell { livenessChanged(cell, isLive) }
        }, endOfTurn: endOfTurn)
    }
    if canGo { isNotUsedYet(cell) }
  }

  /// Takes out its cells, with the references to them, in order of creation.
  func takeCells() -> [Unmanaged<Cell>] {
    // SAFETY: each has the reference of its place.
    var taken: [Unmanaged<Cell>] = []
    taken.reserveCapacity(Int(slotCount) + members.count)
    for slot in 0..<Int(slotCount) {
      if let cell = slots[slot] { taken.append(cell) }
    }
    members.visit { taken.append($0) }
    slotCount = 0
    members.forget()
    // SAFETY: they are retained.
    taken.sort { left, right in
      left._withUnsafeGuaranteedRef { left in
        right._withUnsafeGuaranteedRef { left.number < $0.number }
      }
    }
    return taken
  }

  /// Lets go of its cells.
  func clear() {
    members.removeAll()
    let count = Int(slotCount)
    slotCount = 0
    for slot in 0..<count { slots[slot]?.release() }
  }

  private func makeRoom(for slot: Int) {
    let count = max(slot + 1, Int(slotCount) * 2, 16)
    let larger = UnsafeMutablePointer<Unmanaged<Cell>?>.allocate(capacity: count)
    larger.moveInitialize(from: slots, count: Int(slotCount))
    (larger + Int(slotCount)).initialize(repeating: nil, count: count - Int(slotCount))
    slots.deallocate()
    slots = larger
    slotCount = UInt(count)
  }

  // MARK: - Passing on

  /// Runs the setter of a definition that passes on its writes.
  func passOn(_ id: DefinitionID, _ label: Label, _ set: () -> Void) {
    if let start = placesInPassing[id] {
      Misuse.report(.cycle(CycleError(places: passing[start...] + [label])))
      return
    }
    batch {
      // Over before effects run: their writes are no part of it.
      placesInPassing[id] = passing.count
      passing.append(label)
      Nesting.stopNearStackEnd(
        with: .writesNestTooDeep(definition: label.description, depth: passing.count))
      set()
      passing.removeLast()
      placesInPassing[id] = nil
    }
  }

  // MARK: - Time and isolation

  /// The actor that owns the scope; a scope without one stops the program.
  func isolation(for name: String) -> any Actor { time.isolation(for: name) }

  /// The actor that owns the scope, if there is one.
  var owner: (any Actor)? { time.currentOwner }

  /// Calls a closure after a time, unless the object that this returns is released before.
  func alarm(after duration: Duration, for name: String, _ body: @escaping () -> Void) -> AnyObject
  {
    time.alarm(after: duration, for: name, body)
  }
}
