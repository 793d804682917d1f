import Testing

@testable import Upkeep

/// Runs a transaction that is undone at its end.
func undoneTransaction(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
) {
  #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
    try transaction {
      body()
      throw Refusal()
    }
  }
}
