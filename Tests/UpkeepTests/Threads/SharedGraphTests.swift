import Foundation
import Testing

@testable import Upkeep

/// Law 15: a graph behind a lock, which several actors use and take apart.
///
/// Each actor also works on a graph of its own.
///
/// Run it under the thread sanitizer: see `ThreadTests`.
@Suite(.leavesNothing) struct SharedGraphTests {
  // SAFETY: the model is touched only while `lock` is held.
  private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var model: HandOverTests.Model?
    private let make: () -> HandOverTests.Model

    init(_ make: @escaping () -> HandOverTests.Model) { self.make = make }

    /// Uses the model, makes a new one, or drops all or a part of it.
    func step(_ number: Int) {
      lock.withLock {
        let parts = HandOverTests.Part.allCases
        switch number % (parts.count + 3) {
        case 0: model = make()
        case 1, 2: model?.use()
        case let step: model?.drop(parts[step - 3])
        }
      }
    }

    func end() { lock.withLock { model = nil } }
  }

  private actor User {
    private let own = StoredProperty(0)
    private let updater = Updater()
    private var random: UInt64

    init(_ seed: UInt64) { random = seed }

    func work(_ rounds: Int, on box: Box) {
      if own.value == 0 { updater.keepUpToDate { [own] in _ = own.value } }
      for _ in 0..<rounds {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        box.step(Int(random >> 33))
        turn()
      }
    }

    func turn() { own.value += 1 }
  }

  @Test(.hops, arguments: 1...4)
  func `law 15: several actors use, and take apart, a graph behind a lock`(seed: UInt64) async {
    let (loads, begun, cleanedUp) = (LoadCount(), LoadCount(), LoadCount())
    let box = Box { HandOverTests.Model(loads, begun, cleanedUp) }
    let users = (0..<4).map { User(seed * 10 + $0) }
    await withTaskGroup(of: Void.self) { group in
      for user in users { group.addTask { await user.work(300, on: box) } }
    }
    box.end()
    // Dropped objects wait for the next turn of the user that owns them.
    for user in users { await user.turn() }
    #expect(begun.current > 100)
    #expect(loads.current == 0)
    #expect(cleanedUp.current == begun.current)
  }
}
