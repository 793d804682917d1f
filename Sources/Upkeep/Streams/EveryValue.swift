/// The values that a property takes, each of them, as long as a reader is not too slow.
///
///     for try await level in thermostat.every { log(level) }
///
/// Made by `values(.every(_:))` and its like. All that is said of `LatestValues` holds, but that a reader gets each
/// value that an effect on the property would see: at most so many wait for it as were said. When one more comes the
/// sequence ends for that reader: it gets those that wait, and then a `LostChanges`.
public struct EveryValue<Value>: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  let subscription: ValueSubscription<Value>
  let limit: Int

  /// Begins to read, with the value that the property has.
  ///
  /// All copies of an iterator take from the same.
  ///
  /// - Returns: an iterator, which keeps the property.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: ValueReader(subscription, limit: limit), limit: limit)
  }

  /// Returns the values, one after the other.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    // Nil once changes were lost.
    var reader: ValueReader<Value>?
    let limit: Int

    /// Waits for the next value.
    ///
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    /// - Throws: `LostChanges` when more came than were to wait.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async throws(LostChanges) -> Value? {
      try await element(#isolation)
    }

    /// Waits for the next value.
    ///
    /// - Parameter actor: the isolation that reads.
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    /// - Throws: `LostChanges` when more came than were to wait.
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

/// Ends a sequence of every value of a property whose reader was too slow.
public struct LostChanges: Error, Equatable, CustomStringConvertible {
  /// The name of the property.
  public let property: String
  /// The number of values that were to wait at most.
  public let limit: Int
  /// The number of values that were lost until the reader asked.
  public let count: Int

  /// A sentence that says what was lost, and what to do.
  public var description: String {
    """
    a reader of every value of \(property) was too slow: \(limit) may wait, and \(count) more came, which are lost. \
    Give more room, as in values(.every(\(Swift.max(limit, 1) * 2 + count))), or read values, which skips to the latest.
    """
  }
}

/// The room for values that wait for a reader that is to get each.
public struct EachValue: Sendable {
  let limit: Int

  /// Every value: at most so many wait.
  ///
  /// - Parameter limit: how many may wait, at least one.
  /// - Returns: the room.
  public static func every(_ limit: Int) -> EachValue { EachValue(limit: Swift.max(1, limit)) }
}
