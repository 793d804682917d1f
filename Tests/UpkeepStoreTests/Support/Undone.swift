import Upkeep

/// Runs a part of a test in a transaction that is undone.
func undone(_ body: () -> Void) {
  try? transaction {
    body()
    throw CancellationError()
  }
}
