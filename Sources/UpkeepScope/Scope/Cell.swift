public import Upkeep
private import UpkeepThread

/// A definition in a scope: its property, and how long that stays.
@_documentation(visibility: internal)
public class Cell {
  @usableFromInline final let property: UntypedProperty
  // SAFETY: that of `property`, which keeps it.
  @usableFromInline final let unretained: Unmanaged<UntypedProperty>
  final let declaration: Declaration
  // SAFETY: that of `declaration`, which keeps it.
  final let unretainedKey: Unmanaged<DefinitionKey>
  // SAFETY: a scope's core lets go of its cells before it goes; one that is not kept by it is used
  // by its maker only.
  final unowned(unsafe) let core: ScopeCore

  /// A number of its own, in order of creation.
  final let number: Int

  /// Its place in `UnusedCells`, or in the pool; zero while it is in neither.
  final var placeInUnused = 0
  /// It goes when its time comes, for a definition with `.keep(for:)`.
  final var alarm: AnyObject?

  // Small ones together: an atom's cell is 112 bytes, which `malloc` hands out faster than more.

  /// The number of loads that are about to read it again, and so keep it.
  final var holders: Int32 = 0
  final let kind: DefinitionKind
  /// It has come into the pool since that was emptied last: it stays for this once, for it may be
  /// about to be read again.
  final var isFresh = false
  /// The scope has let go of it.
  final var isReleased = false
  /// Nothing is to be told of its end.
  final var endsUntold = false
  /// Its property has a handler for its liveness.
  final var isWatched = false
  /// Whether it has been waited for: then it is not over as soon as nobody waits any more.
  final var wasAwaited = false
  /// Nobody else has needed it since loads have held it.
  final var wasLeft = false

  #if DEBUG
    /// Its definition was used after the use that made the cell.
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

  /// Whether it may ever go before its scope.
  var canGo: Bool { declaration.lifetime != .keep }

  /// Whether it stays as long as its scope, follows from nothing, and tells nobody of a turn, nor of its end: then there
  /// is nothing to see to but its place.
  var staysUntold: Bool { false }

  /// Whether somebody waits for the value that it is about to have.
  var isBusy: Bool { false }

  /// Its inputs, and the resources for which its load waits.
  var needs: [UntypedProperty] { property.currentInputs }

  /// Runs its effects at the end of a turn; nil if there are none.
  var endOfTurn: (() -> Void)? { nil }

  /// The progress of a resource; nil for anything else.
  ///
  /// Reading is tracked.
  var loadStatus: (isLoading: Bool, error: (any Error)?)? { nil }

  /// The progress of a resource when it was computed last; nil for one that was not, and for
  /// anything else.
  var storedLoadStatus: (isLoading: Bool, error: (any Error)?)? { nil }

  /// Whether it is an atom that the program has written.
  var wasWritten: Bool { false }

  /// Its record in a snapshot; nil for one that follows from others.
  var atomRecord: AtomRecord? { nil }

  /// The name of an atom in encoded snapshots.
  var codingKey: String? { nil }

  /// Sets an atom to its value in an encoded snapshot.
  func restore(from decoder: any Decoder) throws {}

  /// Sets an atom to its first value.
  func reset() {}

  /// The definition was replaced by another one of its kind.
  func replaceDefinition(by definition: Any) {}

  /// From now on its scope is told when it is written.
  func beginToTell() {}

  /// The scope lets go of it.
  func end() {
    isReleased = true
    alarm = nil
    if isWatched { property.livenessHandler = nil }
  }
}

extension [Cell] {
  /// Puts the cells in the order in which they were made.
  ///
  /// - Complexity: O(count log count).
  mutating func sortByCreation() { sort { $0.number < $1.number } }
}
