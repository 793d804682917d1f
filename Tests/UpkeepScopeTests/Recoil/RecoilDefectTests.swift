import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Defects of RecoilSwift that no law of scopes covers.
///
/// The numbers are those in the list of defects.
@Suite(.leavesNothing) struct RecoilDefectTests {
  private let scope = Scope()

  @Test func `defect 2: twenty stacked diamonds cost twenty runs`() {
    let runs = Tally()
    let source = Atom(1)
    var top = Computed { get in get(source) }
    for _ in 1...20 {
      let below = top
      let left = Computed { get in get(below) }
      let right = Computed { get in -get(below) + 1 }
      top = Computed { get in
        runs.next()
        return get(left) + get(right) + get(below)
      }
    }
    let shown = top
    let probe = RenderProbe(scope) { $0[shown] }
    runs.clear()
    scope[source] = 2
    #expect((runs.count, probe.frames) == (20, [21, 22]))
  }

  @Test func `defect 5: two values may read each other in turn`() {
    enum Flip {
      static let flag = Atom(true)
      static let x: Computed<Int> = Computed { get in get(flag) ? get(y) + 1 : 1 }
      static let y: Computed<Int> = Computed { get in get(flag) ? 1 : get(x) + 1 }
    }
    let probe = RenderProbe(scope) { [$0[Flip.x], $0[Flip.y]] }
    let found = cycles {
      for isOn in [false, true, false] { scope[Flip.flag] = isOn }
    }
    #expect((found, probe.frames) == ([], [[2, 1], [1, 2], [2, 1], [1, 2]]))
  }

  @Test func `defect 12: parameters and types of one name are told apart where hashes are equal`() {
    struct Node: ComputedNode {
      let number: Int
      func compute(_ get: Reader) -> Int { number }
      func hash(into hasher: inout Hasher) {}
    }
    enum Space {
      struct Node: ComputedNode {
        let number: Int
        func compute(_ get: Reader) -> Int { number * 100 }
      }
    }
    let values = (1...3).map { number in
      [scope[Node(number: number)], scope[Space.Node(number: number)]]
    }
    #expect(values == [[1, 100], [2, 200], [3, 300]])
  }

  @Test func `defect 13: an observer may leave while it is told`() {
    let count = Atom(0)
    var updater: Updater? = Updater()
    let other = RenderProbe(scope) { $0[count] }
    var seen: [Int] = []
    updater?.keepUpToDate {
      seen.append(scope[count])
      if scope[count] == 1 { updater = nil }
    }
    scope[count] = 1
    scope[count] = 2
    #expect((seen, other.frames) == ([0, 1], [0, 1, 2]))
  }

  @Test func `defect 15: a stub set after the first read counts, also a failing stub`() {
    let rate = Atom(2)
    let price = Computed { get in get(rate) * 10 }
    let total = Resource { get in get(price) + 1 }
    let probe = RenderProbe(scope) { $0[total] }
    scope.stub(rate, 3)
    scope.stub(price, 5)
    scope.stub(total, throwing: Refused())
    scope.stub(total, 9)
    #expect(probe.frames == [.value(21), .value(31), .value(6), .failed(Refused()), .value(9)])
  }

  @Test func `defect 16: a status names each shared failure once`() {
    let failing = Resource { _ -> Int in throw Refused() }
    var top = Computed { get in get(failing).value ?? 0 }
    for _ in 1...12 {
      let below = top
      let left = Computed { get in get(below) }
      let right = Computed { get in get(below) }
      top = Computed { get in get(left) + get(right) }
    }
    let status = scope.status(of: top)
    #expect(status.errors.map { $0 is Refused } == [true])
    #expect(!status.isLoading)
  }

  @Test func `defect 17: a computation may use another scope`() {
    let smuggled = Smuggled()
    let count = Atom(5)
    let foreign = Computed { get in get(count) + (smuggled.scope?[count] ?? 0) }
    let inner = Scope()
    smuggled.scope = inner
    let probe = RenderProbe(scope) { $0[foreign] }
    inner[count] = 6
    scope[count] = 7
    #expect(probe.frames == [10, 11, 13])
  }

  @Test func `defect 18: bound values and properties hold their scope, and so its values`() {
    let count = Atom(1)
    var scope: Scope? = Scope { $0[count] = 2 }
    weak let weakScope = scope
    let bound = scope?.bound(count)
    let property = scope?.property(count)
    scope = nil
    bound?.value += 1
    #expect((property?.value, weakScope?[count]) == (3, 3))
  }
}
