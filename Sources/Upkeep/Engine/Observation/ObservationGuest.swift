/// The state of Observation in a thread: changes to announce, and announcements of models.
class ObservationGuest: LivenessGuest {
  // SAFETY: `followSwitch` retains it; read and written whole.
  /// The observer of reads where nothing computes; nil if `ObservationSwitch` was never on.
  @exclusivity(unchecked) final var observer: Unmanaged<ReadObserver>?
  // SAFETY: read and written whole.
  /// Whether the observer has changes to announce.
  @exclusivity(unchecked) final var isDue = false

  // SAFETY: read and written whole, or by an operation that runs no code of the program.
  /// Computations of the open turn or refresh whose models were about to change, see `ModelReads`.
  @exclusivity(unchecked) final var unsettled: [ModelReads] = []
  // SAFETY: as above.
  /// The unsettled computations that are outdated again when the outermost refresh ends.
  @exclusivity(unchecked) final var unsettledSinceRefresh: [ModelReads] = []
  // SAFETY: as above.
  /// The values outdated by models whose announcements the open turn leaves to a later one, see
  /// `House.beginTurn`.
  @exclusivity(unchecked) final var outdated = OutdatedValues()
  #if DEBUG
    // SAFETY: as above.
    /// The number of computations that were found to read models.
    @exclusivity(unchecked) final var reads = 0
  #endif

  deinit { observer?.release() }
}

extension ContextRef {
  /// The thread's changes to announce, and the announcements of models.
  var observation: ObservationGuest { guest(ObservationGuest.self) }
}
