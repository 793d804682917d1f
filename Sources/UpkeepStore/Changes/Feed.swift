import Upkeep
import UpkeepScope

/// Values that wait to be read, each once.
final class Feed<Element>: EndingWithStore {
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

  func element(_ isolation: isolated (any Actor)?) async -> Element? {
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
}
