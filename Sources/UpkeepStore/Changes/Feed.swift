import UpkeepScope

/// Events from the moment at which this was asked for, as an asynchronous sequence that is read
/// once.
///
///     let actions = store.actions
///     store.send(.increase)
///     store.send(.decrease)
///     for await action in actions { print(action) }   // increase, decrease, and all that follow
///
/// It keeps elements until they are asked for, and ends with the store. It is read where the store
/// is used.
public final class Feed<Element>: AsyncSequence, EndingWithStore {
  private var elements = Queue<Element>()
  private var isOver = false
  /// The number of stores that it has yet to outlive.
  private var openStoreCount = 1
  private var readers = Waiters()
  /// The source of its elements, kept for as long as it is read.
  var source: AnyObject?

  init() {}

  func add(_ element: Element) {
    elements.append(element)
    readers.takeAll().resume()
  }

  /// A store has ended.
  func end() {
    openStoreCount -= 1
    if openStoreCount > 0 { return }
    isOver = true
    source = nil
    readers.takeAll().resume()
  }

  /// Ends when no store is left.
  func end(withLastOf engines: [StoreEngine]) {
    openStoreCount = engines.count
    if engines.isEmpty { end() }
    for engine in engines { engine.endWithStore(self) }
  }

  fileprivate func element(_ isolation: isolated (any Actor)?) async -> Element? {
    while true {
      if let element = elements.popFirst() { return element }
      if isOver || Task.isCancelled { return nil }
      // An effect that reads it goes on only with the elements that come.
      let effect = CurrentWorkItem.reference
      effect?.parkIfHere(true)
      for await _ in readers.add(effect) {}
      effect?.parkIfHere(false)
    }
  }

  /// Reads it.
  ///
  /// All iterators take from the same.
  ///
  /// - Returns: an iterator that returns each element once.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  /// Returns the elements, one after the other.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    let feed: Feed

    /// Waits for the next one.
    ///
    /// - Returns: the next element; nil when the store is gone, or the task was cancelled.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await feed.element(#isolation)
    }

    /// Waits for the next one.
    ///
    /// - Parameter actor: the actor that uses the store.
    /// - Returns: the next element; nil when the store is gone, or the task was cancelled.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await feed.element(actor)
    }
  }
}
