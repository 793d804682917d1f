import Testing

@testable import Upkeep

/// Runs `body` in a transaction that is rolled back at its end.
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
