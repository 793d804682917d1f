import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// A sequence from outside whose elements keep a shared thread for a while until they are there.
private struct Slow: AsyncSequence, Sendable {
  let elements: AsyncStream<Int>
  var keepThread: @Sendable () -> Void = { Thread.sleep(forTimeInterval: 0.005) }

  func makeAsyncIterator() -> Iterator {
    Iterator(elements: elements.makeAsyncIterator(), keepThread: keepThread)
  }

  struct Iterator: AsyncIteratorProtocol {
    var elements: AsyncStream<Int>.Iterator
    let keepThread: () -> Void

    @concurrent mutating func next() async -> Int? {
      guard let element = await elements.next() else { return nil }
      keepThread()
      return element
    }
  }
}

/// A sequence from outside that goes on with an element in many steps, each of which keeps a
/// thread.
private struct Stepping: AsyncSequence, Sendable {
  let elements: AsyncStream<Int>
  let count: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(elements: elements.makeAsyncIterator(), count: count)
  }

  struct Iterator: AsyncIteratorProtocol {
    var elements: AsyncStream<Int>.Iterator
    let count: Int

    @concurrent mutating func next() async -> Int? {
      guard let element = await elements.next() else { return nil }
      for _ in 0..<count {
        keepThread()
        await Task.yield()
      }
      return element
    }

    private func keepThread() { Thread.sleep(forTimeInterval: 0.4) }
  }
}

/// Has a store whose hooks listen with less priority than that of its users.
private actor Background {
  private var store: Store<[Int], Int>?

  func begin(_ numbers: Slow) {
    store = Store([], Listener(numbers: numbers) { self.preconditionIsolated() })
  }

  func settled(_ number: Int, _ giver: AsyncStream<Int>.Continuation) async -> [Int] {
    giver.yield(number)
    await store?.settle()
    return store?.state ?? []
  }
}

/// A sequence that tells when somebody begins to listen.
private struct Begun: AsyncSequence {
  let elements: AsyncStream<Int>
  let begun: () -> Void

  func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
    MainActor.preconditionIsolated()
    begun()
    return elements.makeAsyncIterator()
  }
}

private actor Other {
  func check(_ numbers: Slow, _ giver: AsyncStream<Int>.Continuation) async {
    let store = Store([], Listener(numbers: numbers) { self.preconditionIsolated() })
    for number in 1...5 {
      giver.yield(number)
      await store.settle()
      #expect(store.state == Array(1...number))
    }
  }
}

private struct Listener: Interactor {
  let numbers: Slow
  /// Stops the program elsewhere than where the store belongs.
  var checkIsolation = { MainActor.preconditionIsolated() }

  func reduce(_ state: inout [Int], _ action: Int) { state.append(action) }
  func policy(for action: Int) -> EffectPolicy { .never }
  func hooks(_ store: StoreContext<[Int], Int>) -> [Hook] {
    Hook("numbers", numbers) {
      checkIsolation()
      store.send($0)
    }
  }
}

@MainActor struct SettlingTests {
  private let numbers: Slow
  private let giver: AsyncStream<Int>.Continuation

  init() {
    let (elements, giver) = AsyncStream<Int>.makeStream()
    (numbers, self.giver) = (Slow(elements: elements), giver)
  }

  @Test func `hooks have heard all that has come, however long it was on its way`() async {
    let store = Store([], Listener(numbers: numbers))
    for number in 1...5 {
      giver.yield(number)
      await store.settle()
      #expect(store.state == Array(1...number))
    }
  }

  @Test func `a sequence that keeps a thread while it waits does not keep a test`() async {
    let gate = DispatchSemaphore(value: 0)
    var numbers = numbers
    numbers.keepThread = { gate.wait() }
    let store = Store([], Listener(numbers: numbers))
    giver.yield(1)
    await store.settle()
    #expect(store.state == [])
    gate.signal()
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `an element that a task of the sequence holds is waited for by what it brings`() async
  {
    let (handedOn, hand) = AsyncStream<Int>.makeStream()
    let (elements, giver) = (numbers.elements, giver)
    let task = Task.detached { for await element in elements { hand.yield(element) } }
    let store = Store([], Listener(numbers: Slow(elements: handedOn)))
    for number in 1...5 {
      var iterator = store.changes(of: \.count).makeAsyncIterator()
      giver.yield(number)
      while let count = await iterator.next(), count < number {}
      #expect(store.state == Array(1...number))
    }
    task.cancel()
  }

  @Test func `an element that takes long is waited for while its sequence goes on with it`() async {
    struct Stepped: Interactor {
      let numbers: Stepping
      func policy(for action: Int) -> EffectPolicy { .never }
      func hooks(_ store: StoreContext<[Int], Int>) -> [Hook] {
        Hook("numbers", numbers) { number in store.modify { $0.append(number) } }
      }
    }
    let (elements, giver) = AsyncStream<Int>.makeStream()
    let store = Store([], Stepped(numbers: Stepping(elements: elements, count: 8)))
    await store.settle()
    giver.yield(1)
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `hooks that listen with less priority have heard what has come`() async {
    let background = Background()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let numbers = numbers
    // Nobody waits for the task itself, which would lend it priority.
    Task.detached(priority: .background) {
      await background.begin(numbers)
      begin.finish()
    }
    for await _ in begun {}
    for number in 1...5 {
      let giver = giver
      let heard = await Task.detached(priority: .high) {
        await background.settled(number, giver)
      }.value
      #expect(heard == Array(1...number))
    }
  }

  @Test func `hooks begin to listen in their order, where their store is`() async {
    let streams = (0..<20).map { number in
      AsyncStream<Int> { continuation in
        continuation.yield(number)
        continuation.finish()
      }
    }
    struct Many: Interactor {
      let streams: [AsyncStream<Int>]
      func reduce(_ state: inout [Int], _ action: Int) { state.append(action) }
      func policy(for action: Int) -> EffectPolicy { .never }
      func hooks(_ store: StoreContext<[Int], Int>) -> [Hook] {
        for (number, stream) in streams.enumerated() {
          Hook("\(number)", Begun(elements: stream) { store.send(number) }) { _ in
            MainActor.preconditionIsolated()
          }
        }
      }
    }
    let store = Store([], Many(streams: streams))
    await store.settle()
    #expect(store.state == Array(0..<20))
  }

  @Test func `on another actor elements that have come are heard, too`() async {
    await Other().check(numbers, giver)
  }

  @Test func `actions of a sequence that have come are sent`() async {
    let (silence, _) = AsyncStream<Int>.makeStream()
    let store = Store([], Listener(numbers: Slow(elements: silence)))
    let task = store.send(contentsOf: numbers)
    for number in 1...5 {
      giver.yield(number)
      await store.settle()
      #expect(store.state == Array(1...number))
    }
    task.cancel()
  }

  @Test func `a resource shows all elements that have come`() async {
    let numbers = numbers
    let resource = Resource(elementsOf: { _ in numbers })
    let scope = Scope()
    let updater = Updater()
    updater.keepUpToDate { _ = scope[resource] }
    for number in 1...5 {
      giver.yield(number)
      await scope.settle()
      #expect(scope[resource].value == number)
    }
    updater.cancel()
  }
}
