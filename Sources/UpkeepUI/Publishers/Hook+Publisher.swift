#if canImport(Combine)
  public import Combine
  public import UpkeepStore

  // This file has been type-checked only, against stand-ins for Combine's declarations; it has not
  // run with Combine.

  extension Hook {
    /// Subscribes to a publisher of Combine.
    ///
    ///     Hook("received", service.received) { store.send(.received($0)) }
    ///
    /// The subscription begins with the hooks of the store, and ends with the store. The publisher
    /// may deliver on any thread. All values are kept, in order, until the handler has received
    /// them, also of a burst; `publisher.values` asks for one value at a time, so a subject drops
    /// the others.
    ///
    /// - Parameters:
    ///   - name: the hook's name in traces and tests.
    ///   - publisher: the publisher. To limit the values that wait, use its `throttle` or `debounce`.
    ///   - handler: receives each value, on the actor that owns the store.
    public init<Value: Sendable>(
      _ name: String, _ publisher: some Publisher<Value, Never>,
      _ handler: @escaping (Value) -> Void
    ) {
      self.init(name, ArrivingValues(publisher), handler)
    }
  }

  extension Store where Action: Sendable {
    /// Sends the actions of a publisher of Combine, as they arrive.
    ///
    ///     let sending = store.send(contentsOf: keys.map { .pressed($0) })
    ///
    /// The subscription begins with the call. The publisher may deliver on any thread. All actions
    /// are kept, in order, until they are sent, also those of a burst; each is a change of its own.
    ///
    /// - Parameter actions: the publisher of actions.
    /// - Returns: a task that waits for the publisher and all effects, or cancels them.
    @discardableResult
    public func send(contentsOf actions: some Publisher<Action, Never>) -> StoreTask {
      send(contentsOf: ArrivingValues(actions))
    }
  }

  /// The values of a publisher, each of which waits until somebody asks for it.
  private struct ArrivingValues<Value: Sendable>: AsyncSequence {
    private let values: AsyncStream<Value>
    /// Ends with the sequence and its iterators.
    private let subscription: AnyCancellable

    /// Subscribes.
    init(_ publisher: some Publisher<Value, Never>) {
      let (values, feed) = AsyncStream<Value>.makeStream()
      self.values = values
      subscription = publisher.sink { _ in
        feed.finish()
      } receiveValue: {
        feed.yield($0)
      }
    }

    struct Iterator: AsyncIteratorProtocol {
      var values: AsyncStream<Value>.Iterator
      let subscription: AnyCancellable

      mutating func next() async -> Value? { await values.next() }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(values: values.makeAsyncIterator(), subscription: subscription)
    }
  }
#endif
