import Differential
import Foundation
import Testing
import UpkeepThread

@testable import Upkeep

/// Law 13 where values and closures of the program's hold the next property, on 512 KB of stack.
@Suite(.leavesNothing) struct HoldingTests: Sendable {
  /// Deeper than the stack, if letting go were a recursion: a level of that is several frames.
  ///
  /// Under the address sanitizer, where each takes ten times as long, they are larger.
  static var length: Int {
    upkeep_is_sanitized() ? 2_000 : amount(3_000, long: 100_000)
  }

  /// Counts the rest of a chain when it has been let go of.
  private static func letGo(_ kind: Holding, _ length: Int) -> [Int] {
    let tally = HeldTally()
    return withNodeCount { count in
      do { _ = kind.chain(length, tally) }
      return [length - tally.gone, count().nodes, count().edges]
    }
  }

  @Test(arguments: Holding.allCases)
  func `law 13: a chain in which each holds the next is let go of`(kind: Holding) {
    #expect(withStack { Self.letGo(kind, Self.length) } == [0, 0, 0])
  }

  @Test(arguments: Holding.allCases)
  func `law 13: letting go of what holds the next is linear`(kind: Holding) {
    withStack {
      expectLinear(from: amount(250, long: 1_000)) { #expect(Self.letGo(kind, $0) == [0, 0, 0]) }
    }
  }

  @Test(arguments: Holding.allCases)
  func `law 13: a chain in which each holds the next is gone by the end of a batch`(kind: Holding) {
    let gone = withStack {
      let tally = HeldTally()
      batch { _ = kind.chain(Self.length, tally) }
      return tally.gone
    }
    #expect(gone == Self.length)
  }

  // SAFETY: the actor is done with it when it is dropped.
  /// A chain on its way to where it is let go of.
  private final class Sent: @unchecked Sendable {
    private var chain: AnyObject?
    private let tally = HeldTally()

    init(_ kind: Holding, _ length: Int) { chain = kind.chain(length, tally) }

    func letGo() -> Int {
      chain = nil
      return tally.gone
    }
  }

  private actor Home {
    func make(_ kind: Holding, _ length: Int) -> Sent { Sent(kind, length) }
  }

  @Test(.hops, arguments: Holding.allCases)
  func `law 13: a chain is let go of elsewhere when the actor that has made it is gone`(
    kind: Holding
  ) async {
    var home: Home? = Home()
    weak let known = home
    // swift-format-ignore: NeverForceUnwrap
    let sent = await home!.make(kind, Self.length)
    home = nil
    // A chain dropped while the actor lives is left to it.
    while known != nil { await Task.yield() }
    #expect(withStack { sent.letGo() } == Self.length)
  }

  /// Writes when it goes.
  private final class Writer {
    private let next: StoredProperty<Writer?>
    private let gone: StoredProperty<Int>

    init(_ next: StoredProperty<Writer?>, _ gone: StoredProperty<Int>) {
      self.next = next
      self.gone = gone
    }

    deinit { gone.value += 1 }
  }

  @Test func `law 13: each value that goes may write, and wake effects`() {
    let seen = withStack {
      let gone = StoredProperty(0)
      let seen = Seen { gone.value }
      do {
        var chain = StoredProperty<Writer?>(nil)
        for _ in 0..<Self.length { chain = StoredProperty(Writer(chain, gone)) }
      }
      return seen.values
    }
    #expect(seen == Array(0...Self.length))
  }
}
