/// A sequence of all values that a property takes, as long as the reader is fast enough.
///
///     for try await level in thermostat.every { log(level) }
///
/// `values(.every(_:))` and similar functions make it. It behaves like `LatestValues`, except that
/// a reader gets each value that an effect on the property would see. A limited number of values
/// wait for the reader. When one more comes, the sequence ends for that reader: it gets the waiting
/// values, and then a `LostChanges`.
public struct EveryValue<Value>: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  let subscription: ValueSubscription<Value>
  let limit: Int

  /// Makes an iterator that begins with the property's current value.
  ///
  /// All copies of an iterator take from the same values.
  ///
  /// - Returns: an iterator, which retains the property.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: ValueReader(subscription, limit: limit), limit: limit)
  }

  /// An iterator that returns the values one after the other.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    // Nil after a loss of changes.
    var reader: ValueReader<Value>?
    let limit: Int

    /// Waits for the next value.
    ///
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    /// - Throws: `LostChanges` when more values came than may wait.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async throws(LostChanges) -> Value? {
      try await element(#isolation)
    }

    /// Waits for the next value.
    ///
    /// - Parameter actor: the isolation that reads.
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    /// - Throws: `LostChanges` when more values came than may wait.
    @_documentation(visibility: internal)
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(LostChanges) -> Value? {
      try await element(actor)
    }

    private mutating func element(
      _ isolation: isolated (any Actor)?
    ) async throws(LostChanges) -> Value? {
      guard let reader else { return nil }
      switch await reader.next(isolation) {
      case .value(let value): return value
      case .loss(let count):
        self.reader = nil
        throw LostChanges(property: reader.subscription.name, limit: limit, count: count)
      case .end, .nothing: return nil
      }
    }
  }
}

extension EveryValue: Sendable where Value: Sendable {}

/// The error that ends a sequence of every value whose reader was too slow.
public struct LostChanges: Error, Equatable, CustomStringConvertible {
  /// The name of the property.
  public let property: String
  /// The largest number of values that may wait.
  public let limit: Int
  /// The number of values that were lost before the reader asked.
  public let count: Int

  /// A sentence that says what was lost and what to do.
  public var description: String {
    """
    a reader of every value of \(property) was too slow: \(limit) may wait, and \(count) more came, which are lost. \
    Give more room, as in values(.every(\(Swift.max(limit, 1) * 2 + count))), or read values, which skips to the latest.
    """
  }
}

/// The number of values that may wait for a reader of every value.
public struct EachValue: Sendable {
  let limit: Int

  /// Returns the room for a reader that gets every value.
  ///
  /// - Parameter limit: the number of values that may wait, at least one.
  /// - Returns: the room.
  public static func every(_ limit: Int) -> EachValue { EachValue(limit: Swift.max(1, limit)) }
}
