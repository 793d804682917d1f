import Upkeep

/// The contents of a scope.
///
/// A core outlives its scope only while a cancelled load returns.
///
/// A definition has a `Cell` in the scope. `slots` has the cells of single definitions by number;
/// `members` has the cells of family members and nodes by key.
///
/// The words of this module:
///
/// - *Definition*: a description of an atom, a computed value or a resource, with an *identity*.
/// - *Cell*: a definition in one scope: its property, and the lifetime of that property.
/// - *Input*: a property that a computation or a load has read. A *cycle* is a cycle of inputs.
/// - *Request*: a demand on a resource. *Load*: the work for a request. *Outcome*: its result.
/// - *Saver*: saves one atom of one scope. *Channel*: saves one key for all scopes. *Storage
///   queue*: the channels and running work of one storage.
/// - *Work item*: a load, an effect or a read of storage. An item is *runnable*, or *parked* until
///   the clock, a gate or another item resumes it. *Pending work* is all items of a tree of scopes,
///   or of a store.
/// - *Record*: the part of a snapshot for one cell. *Layer*: the part for one scope.
@usableFromInline
final class ScopeCore {
  // SAFETY: `slotCount` words, allocated and freed here; each is nil or a retained cell. Read and
  // written whole.
  @usableFromInline @exclusivity(unchecked)
  var slots = UnsafeMutablePointer<Unmanaged<Cell>?>.allocate(capacity: 1)
  // SAFETY: a word, read and written whole.
  @usableFromInline @exclusivity(unchecked) var slotCount: UInt = 0

  // SAFETY: only `register`, `remove`, `takeCells` and `clear` change the table, and they call no
  // code of the program meanwhile. A search may call such code; it copies these words, and copies
  // them again after each call.
  @exclusivity(unchecked) var members = MemberTable()
  /// The cells that may be released or that depend on others, by property.
  var cellsByProperty: [ObjectIdentifier: Cell] = [:]
  private(set) var parent: ScopeCore?
  var children = WeakTable<ObjectIdentifier, ScopeCore>()
  var overrides = Overrides()
  /// Whether there are overrides; checked for each cell that is made.
  var isOverriding = false
  /// Changes with `overrides`.
  ///
  /// A read that goes on to the parent follows this property, because an override may replace the
  /// parent's cell here.
  let generation = StoredProperty(0, name: "the overrides of a scope")
  let pendingWork: PendingWork
  let time: ScopeTime
  /// Nil while nothing is saved.
  private(set) var persistenceIfAny: ScopePersistence?
  var isOver = false
  /// The number of cells that were ever registered.
  private var registered = 0
  /// The effects of sequences of the scope's values; they end with the scope.
  var readers: Updater?

  var pool = CellPool()
  /// The number of cells at which the pool is emptied.
  var poolLimit = 1_024
  /// The unneeded cells of each family or type with `.lru`.
  var unused: [DefinitionGroup: UnusedCells] = [:]
  var leaving: [Cell] = []
  var isLeaving = false
  /// Receives the changes of cells.
  weak var observer: (any CellObserver)?
  /// Whether there is an observer; cleared at the first change after it is gone.
  var isFollowed = false
  /// The definitions whose setters are running, the outermost first.
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
    // Releases parents in a loop, so that a deep nest of scopes does not recurse.
    while isKnownUniquelyReferenced(&parent) {
      let next = parent?.parent
      parent?.parent = nil
      parent = next
    }
  }

  /// The saved atoms of the scope.
  var persistence: ScopePersistence {
    if let persistenceIfAny { return persistenceIfAny }
    let persistence = ScopePersistence()
    persistenceIfAny = persistence
    return persistence
  }

  /// This core and its ancestors, nearest first.
  var lineage: some Sequence<ScopeCore> { sequence(first: self, next: \.parent) }

  // MARK: - Finding

  /// Returns the cell of a definition, making it if there is none, in the parent if it is shared.
  final func cell<D: Definition>(of definition: D) -> Cell {
    existingCell(of: definition) ?? absentCell(of: definition, keptDeclaration(of: definition))
  }

  /// Returns the declaration that a definition keeps; nil for a node, which makes one.
  @inlinable @inline(__always)
  final func keptDeclaration<D: Definition>(of definition: D) -> Unmanaged<Declaration>? {
    var search = DefinitionSearch(self, for: .declaration)
    definition.find(&search)
    return search.declaration
  }

  /// Returns the cell of a definition from an ancestor, or makes one; this scope has none.
  @usableFromInline @inline(never)
  final func absentCell<D: Definition>(
    of definition: D, _ declaration: Unmanaged<Declaration>?
  ) -> Cell {
    parent == nil
      ? madeCell(of: definition, declaration) : cellOfLineage(of: definition, declaration)
  }

  @inline(never)
  private func cellOfLineage<D: Definition>(
    of definition: D, _ declaration: Unmanaged<Declaration>?
  ) -> Cell {
    var core = self
    while let parent = core.parent, !core.isOwn(definition) {
      _ = core.generation.follow()
      core = parent
      if let cell = core.existingCell(of: definition) { return cell }
    }
    return core.madeCell(of: definition, declaration)
  }

  /// Makes the cell of a definition that has none.
  private func madeCell<D: Definition>(
    of definition: D, _ declaration: Unmanaged<Declaration>?
  ) -> Cell {
    let count = registered
    // If nothing tracks reads or notes made objects, the cell is made directly.
    let cell =
      Turn.isTracking || Turn.isMaking
      ? makeCell(of: definition, declaration) : newCell(of: definition, declaration)
    // The code that made the cell may have read the definition, and so made another cell, which
    // stays.
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

  @inline(__always)
  private func newCell<D: Definition>(
    of definition: D, _ declaration: Unmanaged<Declaration>?
  ) -> Cell {
    // The program's `lifetime` and `effects` of a node are inputs of no computation.
    guard let declaration else { return untracked { definition.declaration }.makeCell(self) }
    // SAFETY: the definition keeps it.
    return declaration._withUnsafeGuaranteedRef { $0.makeCell(self) }
  }

  /// Makes a cell while reads are tracked or made objects are noted.
  @inline(never)
  private func makeCell<D: Definition>(
    of definition: D, _ declaration: Unmanaged<Declaration>?
  ) -> Cell {
    let cell = FirstValue.make(generation.label) {
      newCell(of: definition, declaration)
    } forget: { [weak self] cell in
      if let self, !cell.isReleased { remove(cell) }
    }
    // The closure that made the scope may write its values.
    if Turn.isMaking { cell.property.isMade(with: generation) }
    return cell
  }

  /// Returns the cell of a definition, or nil, without tracking.
  func foundCell<D: Definition>(of definition: D) -> Cell? {
    for core in lineage {
      if let cell = core.existingCell(of: definition) { return cell }
      if core.parent == nil || core.isOwn(definition) { break }
    }
    return nil
  }

  /// Whether a definition may have a replacement here.
  var mayOverride: Bool { isOverriding || parent != nil }

  /// Whether this scope has its own cell of a definition.
  ///
  /// The scope shares an atom that it does not override, and everything else while it overrides
  /// nothing.
  private func isOwn<D: Definition>(_ definition: D) -> Bool {
    if !isOverriding { return false }
    return !(D.Declared.self is any SharedDefinition.Type)
      || overrides[definition.definitionID] != nil
  }

  /// Returns a closure that finds a definition's property again; nil if the property never changes.
  ///
  /// The property changes with overrides and when its cell is released.
  func search<D: Definition>(for definition: D) -> (() -> UntypedProperty)? {
    if parent == nil, existingCell(of: definition)?.canGo == false { return nil }
    // The closure may keep this core: the inputs of a load keep the closure, and the load's loader
    // keeps the core, too, until the loader ends.
    return { [self] in property(of: definition) }
  }

  /// Returns the cell of a definition in this scope.
  @inlinable
  final func existingCell<D: Definition>(of definition: D) -> Cell? {
    // SAFETY: the slot or the table retains its object.
    unretainedCell(of: definition)?.takeUnretainedValue()
  }

  @inlinable @inline(__always)
  final func unretainedCell<D: Definition>(of definition: D) -> Unmanaged<Cell>? {
    var search = DefinitionSearch(self, for: .cell)
    definition.find(&search)
    return search.cell
  }

  /// Returns the cell of a property of this scope or an ancestor.
  func cell(showing property: UntypedProperty) -> Cell? {
    for core in lineage {
      if let cell = core.cellsByProperty[ObjectIdentifier(property)] { return cell }
    }
    return nil
  }

  /// All cells that a read could find, in order of creation.
  ///
  /// They are the scope's own cells, and the cells of ancestors that no nearer cell or override
  /// hides.
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

  /// The scope's own cells, in no particular order.
  ///
  /// Nothing visible to the program may depend on this order: see `sortByCreation`.
  var cells: [Cell] {
    var found: [Cell] = []
    found.reserveCapacity(Int(slotCount) + members.count)
    // SAFETY: a slot retains its object.
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
      // SAFETY: `remove`, `shutDown` or `clear` releases the reference.
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
    if canGo || endOfTurn != nil { watch(cell, endOfTurn) }
    if canGo { isNotUsedYet(cell) }
  }

  /// Follows the liveness of a cell that may go, and the turns of a cell that has effects.
  func watch(_ cell: Cell, _ endOfTurn: (() -> Void)?) {
    cell.endsUntold = false
    cell.isWatched = true
    cell.property.watch(
      liveness: { [weak self, weak cell] isLive in
        if let self, let cell { livenessChanged(cell, isLive) }
      }, endOfTurn: endOfTurn)
  }

  /// Removes the cells and transfers their references, in order of creation.
  func takeCells() -> [Unmanaged<Cell>] {
    // SAFETY: each has the reference of its slot or table entry.
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

  /// Releases all cells.
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

  /// Runs the setter of a definition that passes on its writes, as one batch.
  func passOn(_ id: DefinitionID, _ label: Label, _ set: () -> Void) {
    if let start = placesInPassing[id] {
      Misuse.report(.cycle(CycleError(places: passing[start...] + [label])))
      return
    }
    batch {
      // Popped before effects run: writes of effects are not part of this setter.
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

  /// Returns the actor that owns the scope; stops the program if there is none.
  func isolation(for name: String) -> any Actor { time.isolation(for: name) }

  /// The actor that owns the scope, if any.
  var owner: (any Actor)? { time.currentOwner }

  /// Calls a closure after a duration, unless the returned object is released first.
  func alarm(after duration: Duration, for name: String, _ body: @escaping () -> Void) -> AnyObject
  {
    time.alarm(after: duration, for: name, body)
  }
}
