import Upkeep

/// Runs a part of a test in a transaction that is undone.
func undone(_ body: () -> Void) {
  try? transaction {
    body()
    throw CancellationError()
  }
}

/// The mistakes that are reported during `body`, oldest first.
func misuses(_ body: () -> Void) -> [Misuse] {
  var reports: [Misuse] = []
  withMisuseHandler({ reports.append($0) }, body)
  return reports
}
