import Testing

@testable import Upkeep

/// The entries that a test writes, one for each run.
final class RunLog<Entry: Equatable> {
  private(set) var entries: [Entry] = []

  func append(_ entry: Entry) { entries.append(entry) }

  func clear() { entries = [] }

  /// Runs a part of a test as `checkingInvariants` does, and expects all entries at its end.
  func expect(
    _ expected: [Entry], around properties: [UntypedProperty],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    checkingInvariants(of: properties, sourceLocation: sourceLocation, body)
    #expect(entries == expected, sourceLocation: sourceLocation)
  }

  /// Runs a part of a test likewise, and expects only the entries written during it.
  func expectNew(
    _ expected: [Entry], around properties: [UntypedProperty],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    clear()
    expect(expected, around: properties, sourceLocation: sourceLocation, body)
  }
}

extension RunLog<String> {
  /// Enters the name of a derivation that runs, and then computes its value.
  func noting<Value>(_ name: String, _ value: @autoclosure () -> Value) -> Value {
    append(name)
    return value()
  }
}
