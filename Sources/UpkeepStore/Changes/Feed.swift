import UpkeepScope

/// Events from the moment at which this was asked for, as an asynchronous sequence that is read
/// once.
///
///     let actions = store.actions
///     store.send(.increase)
///     store.send(.decrease)
///     for await action in actions { print(action) }   // increase, decrease, and all that follow
///
/// It keeps what has come until that is asked for, and ends with the store. It is read where the
/// store is used.
public final class Feed<Element>: AsyncSequence, EndingWithStore {
  /// Those before `next` have been taken, and are kept no longer.
  private var waiting: [Element?] = []
  private var next = 0
  private var isOver = false
  /// How many stores it has yet to outlive.
  private var openStoreCount = 1
  private var readers: [(signal: AsyncStream<Void>.Continuation, effect: WorkItemReference?)] =
    []
  /// The source of its elements, kept for as long as it is read.
  var source: AnyObject?

  init() {}

  func add(_ element: Element) {
    waiting.append(element)
    wake()
  }

  /// A store has ended.
  func end() {
    openStoreCount -= 1
    if openStoreCount > 0 { return }
    isOver = true
    source = nil
    wake()
  }

  /// Ends when no store is left.
  func end(withLastOf engines: [StoreEngine]) {
    openStoreCount = engines.count
    if engines.isEmpty { end() }
    for engine in engines { engine.endWithStore(self) }
  }

  private func wake() {
    let waiting = readers
    readers = []
    for reader in waiting {
      reader.effect?.parkIfHere(false)
      reader.signal.finish()
    }
  }

  private func takeFirst() -> Element? {
    if next == waiting.count { return nil }
    let element = waiting[next]
    waiting[next] = nil
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: waiting.capacity <= 1_024)
      next = 0
    } else if next > 1_024, next > waiting.count / 2 {
      // A reader that is never quite done leaves no more behind than it has before it.
      waiting.removeFirst(next)
      next = 0
    }
    return element
  }

  fileprivate func element(_ isolation: isolated (any Actor)?) async -> Element? {
    while true {
      if let element = takeFirst() { return element }
      if isOver || Task.isCancelled { return nil }
      let (changes, signal) = AsyncStream<Void>.makeStream()
      // An effect that reads it goes on only with what comes.
      let effect = CurrentWorkItem.reference
      effect?.parkIfHere(true)
      readers.append((signal, effect))
      for await _ in changes {}
      effect?.parkIfHere(false)
    }
  }

  /// Reads it.
  ///
  /// All iterators take from the same.
  ///
  /// - Returns: what returns each element once.
  public func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  /// Returns what has happened, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: Feed

    /// Waits for the next one.
    ///
    /// - Returns: what has happened next; nil when the store is gone, or the task was cancelled.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await feed.element(#isolation)
    }

    /// Waits for the next one.
    ///
    /// - Parameter actor: where the store is used.
    /// - Returns: what has happened next; nil when the store is gone, or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await feed.element(actor)
    }
  }
}
