import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// A sequence from outside that takes several steps for each element.
///
/// Each step blocks a shared thread for a while.
private struct Slow: AsyncSequence, Sendable {
  let elements: AsyncStream<Int>
  var stepCount = 1
  var keepThread: @Sendable () -> Void = { Thread.sleep(forTimeInterval: 0.005) }

  func makeAsyncIterator() -> Iterator {
    Iterator(elements: elements.makeAsyncIterator(), sequence: self)
  }

  struct Iterator: AsyncIteratorProtocol {
    var elements: AsyncStream<Int>.Iterator
    let sequence: Slow

    @concurrent mutating func next() async -> Int? {
      guard let element = await elements.next() else { return nil }
      for step in 1...sequence.stepCount {
        if step > 1 { await Task.yield() }
        sequence.keepThread()
      }
      return element
    }
  }
}

/// A sequence that tells when its reader begins.
private struct Begun: AsyncSequence {
  let elements: AsyncStream<Int>
  let begun: () -> Void

  func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
    MainActor.preconditionIsolated()
    begun()
    return elements.makeAsyncIterator()
  }
}

/// An actor with a store, other than the main actor.
private actor Other {
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

private struct Listener: Interactor {
  let numbers: Slow
  /// Stops the program outside the isolation of the store.
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
  private let pipe = AsyncStream<Int>.makeStream()
  private var numbers: Slow { Slow(elements: pipe.stream) }
  private var giver: AsyncStream<Int>.Continuation { pipe.continuation }

  /// Sends numbers one by one, and expects that each has arrived when the store has settled.
  private func expectAll(_ store: Store<[Int], Int>) async {
    for number in 1...5 {
      giver.yield(number)
      await store.settle()
      #expect(store.state == Array(1...number))
    }
  }

  @Test func `settling waits until hooks have heard every element that was sent`() async {
    await expectAll(Store([], Listener(numbers: numbers)))
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

  @Test func `settling waits for an element that a task of the sequence holds`() async {
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
    var numbers = numbers
    numbers.stepCount = 8
    numbers.keepThread = { Thread.sleep(forTimeInterval: 0.4) }
    let store = Store([], Listener(numbers: numbers))
    await store.settle()
    giver.yield(1)
    await store.settle()
    #expect(store.state == [1])
  }

  @Test(arguments: [TaskPriority.high, .background])
  func `settling waits for hooks on another actor`(_ priority: TaskPriority) async {
    let other = Other()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (numbers, giver) = (numbers, giver)
    // No task awaits this task itself, for that would raise its priority.
    Task.detached(priority: priority) {
      await other.begin(numbers)
      begin.finish()
    }
    for await _ in begun {}
    for number in 1...5 {
      let heard = await Task.detached(priority: .high) {
        await other.settled(number, giver)
      }.value
      #expect(heard == Array(1...number))
    }
  }

  @Test func `hooks begin to listen in their order, where their store is`() async {
    let streams = (0..<20).map { number in AsyncStream<Int> { $0.yield(number) } }
    let many = Acting<[Int], Int>(
      Reducer { $0.append($1) },
      hooks: { store in
        for (number, stream) in streams.enumerated() {
          Hook("\(number)", Begun(elements: stream) { store.send(number) }) { _ in
            MainActor.preconditionIsolated()
          }
        }
      })
    let store = Store([], many)
    await store.settle()
    #expect(store.state == Array(0..<20))
  }

  @Test func `actions of a sequence that have come are sent`() async {
    let (silence, _) = AsyncStream<Int>.makeStream()
    let store = Store([], Listener(numbers: Slow(elements: silence)))
    let task = store.send(contentsOf: numbers)
    await expectAll(store)
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
