import Testing

@testable import Upkeep

/// What a test writes down, run by run.
final class RunLog<Entry: Equatable> {
  private(set) var entries: [Entry] = []

  func append(_ entry: Entry) { entries.append(entry) }

  func clear() { entries = [] }

  /// Runs a part of a test as `checkingInvariants` does, and expects what has been written down when it ends.
  func expect(
    _ expected: [Entry], around properties: [UntypedProperty],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    checkingInvariants(of: properties, sourceLocation: sourceLocation, body)
    #expect(entries == expected, sourceLocation: sourceLocation)
  }

  /// The same for what is written down from now on.
  func expectNew(
    _ expected: [Entry], around properties: [UntypedProperty],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    clear()
    expect(expected, around: properties, sourceLocation: sourceLocation, body)
  }
}
