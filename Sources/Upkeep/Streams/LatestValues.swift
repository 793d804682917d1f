/// The values that a property takes, of which a slow reader skips all but the latest.
///
///     for await level in thermostat.levels { print(level) }
///
/// Made by `values`, `values(until:)` and their like. It may be sent to any isolation if its values may, and be read by
/// several tasks, each of which begins with the value that the property has then. It ends for a task that
/// is cancelled, and with the updater, the scope or the store that it was made to end with. As long as somebody
/// has it, it keeps the property, which is live.
///
/// A reader that was slow may find the value that it had before: the property has come back to it.
///
/// - Complexity: each change of the property costs an effect and a lock, and one wake-up for each reader that waits.
public struct LatestValues<Value>: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  let subscription: ValueSubscription<Value>

  /// Begins to read, with the value that the property has.
  ///
  /// All copies of an iterator take from the same.
  ///
  /// - Returns: an iterator, which keeps the property.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: ValueReader(subscription, limit: nil))
  }

  /// Returns the latest value, and waits for another one.
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
