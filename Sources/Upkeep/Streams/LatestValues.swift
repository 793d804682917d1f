/// A sequence of the values that a property takes; a slow reader skips all but the latest.
///
///     for await level in thermostat.levels { print(level) }
///
/// `values`, `values(until:)` and similar functions make it. If its values are `Sendable`, it may
/// be sent to any isolation. Several tasks may read it, each of which begins with the property's
/// value at that time. It ends for a task that is cancelled, and with the updater, scope or store
/// that it was made to end with. As long as the sequence is retained, it retains the property and
/// keeps it live.
///
/// A slow reader may get the same value twice, if the property has returned to it in between.
///
/// - Complexity: each change of the property costs an effect and a lock, and one wake-up for each
///   waiting reader.
public struct LatestValues<Value>: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  let subscription: ValueSubscription<Value>

  /// Makes an iterator that begins with the property's current value.
  ///
  /// All copies of an iterator take from the same values.
  ///
  /// - Returns: an iterator, which retains the property.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: ValueReader(subscription, limit: nil))
  }

  /// An iterator that returns the latest value, and then waits for the next.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    let reader: ValueReader<Value>

    /// Waits for the next value.
    ///
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async -> Value? {
      await element(#isolation)
    }

    /// Waits for the next value.
    ///
    /// - Parameter actor: the isolation that reads.
    /// - Returns: the value; nil at the end, or when the task was cancelled.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await element(actor)
    }

    private func element(_ isolation: isolated (any Actor)?) async -> Value? {
      if case .value(let value) = await reader.next(isolation) { return value }
      return nil
    }
  }
}

extension LatestValues: Sendable where Value: Sendable {}
