import Differential
import Foundation
import Testing
import UpkeepThread

@testable import Upkeep

/// Law 13 for chains in which values or closures of the program hold the next property, on 512 KB
/// of stack.
@Suite(.leavesNothing) struct HoldingTests: Sendable {
  /// The length of a chain, too long for the stack if a release recursed: each level is several
  /// frames.
  ///
  /// Under the address sanitizer frames are larger, and each link takes ten times as long.
  static var length: Int {
    upkeep_is_sanitized() ? 2_000 : amount(3_000, long: 100_000)
  }

  /// Counts the links, nodes and edges that are left when a chain has been released.
  private static func letGo(_ kind: Holding, _ length: Int) -> [Int] {
    let tally = HeldTally()
    return withNodeCount { count in
      do { _ = kind.chain(length, tally) }
      return [length - tally.gone, count().nodes, count().edges]
    }
  }

  @Test(arguments: Holding.allCases)
  func `law 13: a chain whose links hold one another is released`(kind: Holding) {
    #expect(withStack { Self.letGo(kind, Self.length) } == [0, 0, 0])
  }

  @Test(arguments: Holding.allCases)
  func `law 13: releasing a chain whose links hold one another is linear`(kind: Holding) {
    withStack {
      expectLinear(from: amount(250, long: 1_000)) { #expect(Self.letGo(kind, $0) == [0, 0, 0]) }
    }
  }

  @Test(arguments: Holding.allCases)
  func `law 13: a chain whose links hold one another is gone at the end of a batch`(kind: Holding) {
    let gone = withStack {
      let tally = HeldTally()
      batch { _ = kind.chain(Self.length, tally) }
      return tally.gone
    }
    #expect(gone == Self.length)
  }

  // SAFETY: the actor no longer uses the chain when it is dropped.
  /// A chain that is sent to the place of its release.
  private final class Sent: @unchecked Sendable {
    private var chain: AnyObject?
    private let tally = HeldTally()

    init(_ kind: Holding, _ length: Int) { chain = kind.chain(length, tally) }

    func letGo() -> Int {
      chain = nil
      return tally.gone
    }
  }

  @Test(.hops, arguments: Holding.allCases)
  func `law 13: a chain is released elsewhere after its actor's end`(kind: Holding) async {
    // While the actor lived, a chain dropped elsewhere would be left to the actor.
    let sent = await madeByDeadActor { Sent(kind, Self.length) }
    #expect(withStack { sent.letGo() } == Self.length)
  }

  /// An object whose release writes.
  private final class Writer {
    private let next: StoredProperty<Writer?>
    private let gone: StoredProperty<Int>

    init(_ next: StoredProperty<Writer?>, _ gone: StoredProperty<Int>) {
      self.next = next
      self.gone = gone
    }

    deinit { gone.value += 1 }
  }

  @Test func `law 13: each released value of a chain may write, and wake effects`() {
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
