public import Upkeep

/// The contents of a scope.
///
/// It outlives its scope only where a load that was cancelled is still returning.
///
/// A definition has a `Cell` in the scope. Cells of definitions that stand alone are found by
/// number, in `slots`; those of members of families and of types by their identity, in `members`.
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

  var members: [DefinitionID: Cell] = [:]
  /// The cells that may be released, or follow from others, by property.
  var cellsByProperty: [ObjectIdentifier: Cell] = [:]
  private(set) var parent: ScopeCore?
  var children = WeakTable<ObjectIdentifier, ScopeCore>()
  var overrides = Overrides()
  /// Changes with `overrides`: a cell that was found in the parent may be found here then.
  let generation = StoredProperty(0, name: "the overrides of a scope")
  let pendingWork: PendingWork
  let time: ScopeTime
  /// Nil as long as nothing is saved.
  private(set) var persistenceIfAny: ScopePersistence?
  var isOver = false
  /// The effects that end with the scope: of sequences of its values.
  var readers: Updater?

  /// The cells that may be released, and that no effect has needed since they were made or needed
  /// last.
  var pool: [Cell] = []
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

  init(_ parent: ScopeCore?, _ time: ScopeTime) {
    self.parent = parent
    self.time = time
    pendingWork = parent?.pendingWork ?? PendingWork()
    parent?.children[ObjectIdentifier(self)] = self
  }

  deinit {
    clearSlots()
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

  /// Calls a closure with the property that shows a definition's value.
  ///
  /// - Complexity: O(1): an index for a definition that stands alone, a hash for others.
  @inlinable @inline(__always)
  final func withProperty<D: Definition, Result>(
    of definition: D, _ body: (Property<D.Value>) -> Result
  ) -> Result {
    guard let property = plainProperty(of: definition) else {
      let property = property(of: definition)
      return withExtendedLifetime(property) { body(property) }
    }
    // SAFETY: nothing is let go of as long as a turn or a refresh is open, and a plain read opens none.
    return property._withUnsafeGuaranteedRef {
      // SAFETY: a definition's cell has a property of its value's type.
      body(unsafeDowncast($0, to: Property<D.Value>.self))
    }
  }

  /// The property of a definition that stands alone, if a read of it is but a load of the value; else nil.
  @inlinable @inline(__always)
  final func plainProperty<D: Definition>(of definition: D) -> Unmanaged<UntypedProperty>? {
    guard let cell = slot(definition.definitionSlot) else { return nil }
    let property = cell._withUnsafeGuaranteedRef { $0.unretained }
    return property._withUnsafeGuaranteedRef { $0.needsReadCare } ? nil : property
  }

  @inlinable @inline(__always)
  final func slot(_ number: Int) -> Unmanaged<Cell>? {
    UInt(bitPattern: number) < slotCount ? slots[number] : nil
  }

  /// The property that shows a definition's value.
  @usableFromInline @inline(never)
  final func property<D: Definition>(of definition: D) -> Property<D.Value> {
    // SAFETY: a definition's cell has a property of its value's type.
    unsafeDowncast(cell(of: definition).property, to: Property<D.Value>.self)
  }

  /// The cell of a definition, made if there is none: here, or in the parent if that is to be
  /// shared.
  final func cell<D: Definition>(of definition: D) -> Cell {
    // Without a variable for the scope, which would be retained and released.
    existingCell(of: definition) ?? cellOfLineage(of: definition)
  }

  @inline(never)
  private func cellOfLineage<D: Definition>(of definition: D) -> Cell {
    var core = self
    while true {
      if let cell = core.existingCell(of: definition) { return cell }
      guard let parent = core.parent, !core.isOwn(definition) else { break }
      _ = core.generation.follow()
      core = parent
    }
    let cell = untracked { definition.makeCell(in: core) }
    // The code that makes it may have asked for it: that one stays.
    if let first = core.existingCell(of: definition) {
      cell.end()
      return first
    }
    if !core.isOver { core.register(cell) }
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

  /// An atom that is not overridden is its parent's; so is all that follows from others where
  /// nothing is overridden.
  private func isOwn<D: Definition>(_ definition: D) -> Bool {
    if overrides.isEmpty { return false }
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
  private func existingCell<D: Definition>(of definition: D) -> Cell? {
    let slot = definition.definitionSlot
    // SAFETY: an object in a slot is retained there.
    if slot >= 0 { return self.slot(slot)?.takeUnretainedValue() }
    return members.isEmpty ? nil : members[definition.definitionID]
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
    found.append(contentsOf: members.values)
    return found
  }

  private func register(_ cell: Cell) {
    let slot = cell.declaration.slot
    if slot >= 0 {
      if UInt(slot) >= slotCount { makeRoom(for: slot) }
      // SAFETY: `remove` and `clearSlots` give the reference back.
      slots[slot] = Unmanaged.passRetained(cell)
    } else {
      members[cell.declaration.id] = cell
    }
    let canGo = cell.canGo
    if canGo || cell.kind != .atom { cellsByProperty[ObjectIdentifier(cell.property)] = cell }
    if isFollowed {
      beginToTell(of: cell)
      noteChange(of: cell.declaration.id)
    }
    let endOfTurn = cell.endOfTurn
    if canGo || endOfTurn != nil {
      cell.property.watch(
        liveness: { [weak self, weak cell] isLive in
          if let self, let cell { livenessChanged(cell, isLive) }
        }, endOfTurn: endOfTurn)
    }
    if canGo { isNotUsedYet(cell) }
  }

  /// Lets go of the cells of definitions that stand alone.
  func clearSlots() {
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
      Nesting.run(
        orStopWith: .writesNestTooDeep(definition: label.description, depth: passing.count), set)
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
