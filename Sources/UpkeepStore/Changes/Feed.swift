import Upkeep
import UpkeepScope

/// A buffer of values, each of which is read once.
final class Feed<Element>: EndingWithStore {
  private var elements = Queue<Element>()
  private var isOver = false
  /// The number of stores that have yet to end before the feed ends.
  private var openStoreCount = 1
  private var readers = Waiters()
  /// The source of the elements, retained until the feed ends.
  var source: AnyObject?

  init() {}

  func add(_ element: Element) {
    elements.append(element)
    readers.takeAll().resume()
  }

  /// Records that a store has ended.
  func end() {
    openStoreCount -= 1
    if openStoreCount > 0 { return }
    isOver = true
    source = nil
    readers.takeAll().resume()
  }

  /// Ends the feed when all stores have ended.
  func end(withLastOf engines: [StoreEngine]) {
    openStoreCount = engines.count
    if engines.isEmpty { end() }
    for engine in engines { engine.endWithStore(self) }
  }

  func element(_ isolation: isolated (any Actor)?) async -> Element? {
    while true {
      if let element = elements.popFirst() { return element }
      if isOver || Task.isCancelled { return nil }
      // An effect that waits for an element is parked until the element arrives.
      let effect = CurrentWorkItem.reference
      effect?.parkIfHere(true)
      for await _ in readers.add(effect) {}
      effect?.parkIfHere(false)
    }
  }
}
