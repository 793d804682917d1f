public import Upkeep
private import UpkeepThread

/// A definition in a scope: its property, and the lifetime of that property.
@usableFromInline
class Cell {
  @usableFromInline final let property: UntypedProperty
  // SAFETY: `property` retains it.
  @usableFromInline final let unretained: Unmanaged<UntypedProperty>
  final let declaration: Declaration
  // SAFETY: `declaration` retains it.
  final let unretainedKey: Unmanaged<DefinitionKey>
  // SAFETY: a core releases its cells before it ends. A cell that no core keeps is used only by the
  // code that made the cell.
  final unowned(unsafe) let core: ScopeCore

  /// The cell's unique number, in order of creation.
  final let number: Int

  /// The cell's place in `UnusedCells` or in the pool; zero while the cell is in neither.
  final var placeInUnused = 0
  /// The alarm that releases the cell after the duration of `.keep(for:)`.
  final var alarm: AnyObject?

  // Small fields together: an atom's cell has 112 bytes, a size that `malloc` allocates fast.

  /// The number of loads that keep the cell because they are about to read it again.
  final var holders: Int32 = 0
  final let kind: DefinitionKind
  /// Whether the cell entered the pool after the pool was last emptied.
  ///
  /// Such a cell survives the next emptying, because it may be about to be read.
  final var isFresh = false
  /// Whether the scope has released the cell.
  final var isReleased = false
  /// Whether nothing has to be notified of the cell's end.
  final var endsUntold = false
  /// Whether its property has a liveness handler.
  final var isWatched = false
  /// Whether something has waited for the cell, which then outlives the last waiter.
  final var wasAwaited = false
  /// Whether only loads keep the cell alive.
  final var wasLeft = false

  #if DEBUG
    /// Whether its definition was used after the use that made the cell.
    final var wasUsedAgain = false
  #endif

  init(
    _ kind: DefinitionKind, _ declaration: Declaration, _ property: UntypedProperty,
    _ core: borrowing ScopeCore
  ) {
    self.kind = kind
    self.declaration = declaration
    unretainedKey = Unmanaged.passUnretained(declaration.id.key)
    self.property = property
    unretained = Unmanaged.passUnretained(property)
    self.core = copy core
    number = Int(truncatingIfNeeded: upkeep_take_ticket())
  }

  /// Whether the cell may end before its scope.
  var canGo: Bool { declaration.lifetime != .keep }

  /// Whether the cell stays as long as its scope, depends on nothing, and notifies nothing.
  ///
  /// The scope keeps such a cell in its slot, and does nothing else for it.
  var staysUntold: Bool { false }

  /// Whether something waits for the cell's next value.
  var isBusy: Bool { false }

  /// The cell's inputs, and the resources that its load waits for.
  var needs: [UntypedProperty] { property.currentInputs }

  /// Runs the effects at the end of a turn; nil if there are none.
  var endOfTurn: (() -> Void)? { nil }

  /// The loading status of a resource, tracked; nil for any other cell.
  var loadStatus: (isLoading: Bool, error: (any Error)?)? { nil }

  /// The loading status of a resource at its last computation, if any; nil for any other cell.
  var storedLoadStatus: (isLoading: Bool, error: (any Error)?)? { nil }

  /// Whether the cell is an atom that the program has written.
  var wasWritten: Bool { false }

  /// The cell's record in a snapshot; nil for a cell that depends on others.
  var atomRecord: AtomRecord? { nil }

  /// The name of an atom in encoded snapshots.
  var codingKey: String? { nil }

  /// Sets an atom to its value in an encoded snapshot.
  func restore(from decoder: any Decoder) throws {}

  /// Sets an atom to its first value.
  func reset() {}

  /// Replaces the declaration by another of its kind.
  func replaceDeclaration(by declaration: Declaration) {}

  /// Makes the cell notify its scope of writes from now on.
  func beginToTell() {}

  /// Ends the cell when its scope releases it.
  func end() {
    isReleased = true
    alarm = nil
    if isWatched { property.livenessHandler = nil }
  }
}

extension [Cell] {
  /// Sorts the cells by creation.
  ///
  /// - Complexity: O(count log count).
  mutating func sortByCreation() { sort { $0.number < $1.number } }
}
