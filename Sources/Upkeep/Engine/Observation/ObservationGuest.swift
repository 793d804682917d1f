/// Tells Observation of changes, and hears of those of models.
class ObservationGuest: LivenessGuest {
  // SAFETY: `followSwitch` retains it; read and written whole.
  /// Hears of reads where nothing computes; nil if `ObservationSwitch` was never on.
  @exclusivity(unchecked) final var observer: Unmanaged<ReadObserver>?
  // SAFETY: read and written whole.
  /// The observer has changes to announce.
  @exclusivity(unchecked) final var isDue = false

  // SAFETY: each is read and written whole, or by an operation that runs nothing of the program's.
  /// Computations of the open turn or refresh whose models were about to change: see `ModelReads`.
  @exclusivity(unchecked) final var unsettled: [ModelReads] = []
  // SAFETY: as above.
  /// The computations among them that are outdated again when the outermost refresh ends.
  @exclusivity(unchecked) final var unsettledSinceRefresh: [ModelReads] = []
  // SAFETY: as above.
  /// The values that models have outdated, where the open turn leaves the announcements to a later
  /// one: see `House.beginTurn`.
  @exclusivity(unchecked) final var outdated = OutdatedValues()
  #if DEBUG
    // SAFETY: as above.
    /// The number of computations that are known to have read models.
    @exclusivity(unchecked) final var reads = 0
  #endif

  deinit { observer?.release() }
}

extension ContextRef {
  /// What is to be told to Observation, and what models have told.
  var observation: ObservationGuest { guest(ObservationGuest.self) }
}
