import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Refused: Error, Equatable {}

/// Defects of RecoilSwift, where nothing has to be loaded for them.
///
/// The numbers are those of the list of its defects.
@Suite(.leavesNothing) struct RecoilDefectTests {
  @Test func `defect 1: a diamond shows no impossible value`() {
    let source = Atom(1)
    let negated = Computed { get in -get(source) }
    let sum = Computed { get in get(source) + get(negated) }
    let scope = Scope()
    let probe = RenderProbe(scope) { [$0[source], $0[sum]] }
    scope[source] = 5
    #expect(probe.frames == [[1, 0], [5, 0]])
  }

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
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[shown] }
    runs.clear()
    scope[source] = 2
    #expect(runs.count == 20)
    #expect(probe.frames == [21, 22])
  }

  @Test func `defect 3: an equal write runs nothing and tells nobody`() {
    let runs = Tally()
    let source = Atom(1)
    let double = Computed { get in
      runs.next()
      return get(source) * 2
    }
    let scope = Scope()
    let raw = RenderProbe(scope) { $0[source] }
    let derived = RenderProbe(scope) { $0[double] }
    for _ in 1...2 { scope[source] = 1 }
    #expect((runs.count, raw.count, derived.count) == (1, 1, 1))
  }

  @Test func `defect 4: what is no longer read wakes nobody`() {
    let runs = Tally()
    let isOn = Atom(true)
    let source = Atom(1)
    let chosen = Computed { get in
      runs.next()
      return get(isOn) ? get(source) : 0
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[chosen] }
    scope[isOn] = false
    for value in 2...9 { scope[source] = value }
    #expect(runs.count == 2)
    #expect(probe.frames == [1, 0])
  }

  @Test func `defect 5: two values may read each other in turn`() {
    enum Flip {
      static let flag = Atom(true)
      static let x: Computed<Int> = Computed { get in get(flag) ? get(y) + 1 : 1 }
      static let y: Computed<Int> = Computed { get in get(flag) ? 1 : get(x) + 1 }
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { [$0[Flip.x], $0[Flip.y]] }
    let found = cycles {
      for isOn in [false, true, false] { scope[Flip.flag] = isOn }
    }
    #expect(found == [])
    #expect(probe.frames == [[2, 1], [1, 2], [2, 1], [1, 2]])
  }

  @Test func `defect 6: what is shared stays when one of those who need it goes`() {
    let source = Family { (_: Int) in Atom(1) }
    let left = Computed { get in get(source(0)) }
    let right = Computed { get in -get(source(0)) }
    let scope = Scope()
    var one: RenderProbe? = RenderProbe(scope) { $0[left] }
    let two = RenderProbe(scope) { $0[right] }
    scope[source(0)] = 42
    #expect(one?.last == 42)
    one = nil
    #expect(scope[source(0)] == 42)
    scope[source(0)] = 43
    #expect(two.frames == [-1, -42, -43])
  }

  @Test func `defect 7: a view that goes leaves nothing behind`() {
    let members = Family { (number: Int) in Computed { _ in number } }
    let scope = Scope()
    for number in 0..<100 {
      let probe = RenderProbe(scope) { $0[members(number)] }
      #expect(probe.last == number)
    }
    #expect(scope.snapshot().graph.nodes.isEmpty)
  }

  @Test func `defect 11: a snapshot does not change later, and a view of it does`() {
    let count = Atom(1, name: "count")
    let double = Computed(name: "double") { get in get(count) * 2 }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[double] }
    let snapshot = scope.snapshot()
    let graph = snapshot.graph
    scope[count] = 2
    scope[count] = 3
    _ = scope[Atom(7)]
    #expect(snapshot[count] == 1)
    #expect(snapshot.graph == graph)
    #expect(scope.snapshot()[count] == 3)
    #expect(probe.count == 3)
  }

  @Test func `defect 12: parameters tell members apart, and equal hashes do not mix them up`() {
    struct Colliding: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
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
    let family = Family { (key: Colliding) in Atom(key.number) }
    let scope = Scope()
    scope[family(Colliding(number: 2))] = 20
    let values = (1...3).map { number in
      [
        scope[family(Colliding(number: number))], scope[Node(number: number)],
        scope[Space.Node(number: number)],
      ]
    }
    #expect(values == [[1, 1, 100], [20, 2, 200], [3, 3, 300]])
  }

  @Test func `defect 13: an observer may leave while it is told`() {
    let count = Atom(0)
    let scope = Scope()
    var updater: Updater? = Updater()
    let other = RenderProbe(scope) { $0[count] }
    var seen: [Int] = []
    updater?.keepUpToDate {
      seen.append(scope[count])
      if scope[count] == 1 { updater = nil }
    }
    scope[count] = 1
    scope[count] = 2
    #expect(seen == [0, 1])
    #expect(other.frames == [0, 1, 2])
  }

  @Test func `defect 14: a callback runs when it is called, and follows nothing`() {
    let log = Tally()
    let count = Atom(1)
    let scope = Scope()
    let updater = Updater()
    var made: [() -> Int] = []
    updater.keepUpToDate {
      log.add("render")
      made.append(
        scope.callback { scope in
          scope[count] += 1
          return scope[count]
        })
      if made.count == 1 { log.add("called: \(made[0]())") }
    }
    #expect(log.entries == ["render", "called: 2"])
    #expect(made[0]() == 3)
    #expect(log.entries.count == 2)
  }

  @Test func `defect 15: a stub that comes after the first read counts, a failing one too`() {
    let rate = Atom(2)
    let price = Computed { get in get(rate) * 10 }
    let total = Resource { get in get(price) + 1 }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[total] }
    scope.stub(rate, 3)
    scope.stub(price, 5)
    scope.stub(total, throwing: Refused())
    scope.stub(total, 9)
    #expect(probe.frames == [.value(21), .value(31), .value(6), .failed(Refused()), .value(9)])
  }

  @Test func `defect 16: the status of what follows from shared failures names each once`() {
    let failing = Resource { _ -> Int in throw Refused() }
    var top = Computed { get in get(failing).value ?? 0 }
    for _ in 1...12 {
      let below = top
      let left = Computed { get in get(below) }
      let right = Computed { get in get(below) }
      top = Computed { get in get(left) + get(right) }
    }
    let scope = Scope()
    let status = scope.status(of: top)
    #expect(status.errors.count == 1)
    #expect(status.errors.contains { $0 is Refused })
    #expect(!status.isLoading)
  }

  @Test func `defect 17: a computation may use another scope`() {
    let smuggled = Smuggled()
    let count = Atom(5)
    let foreign = Computed { get in get(count) + (smuggled.scope?[count] ?? 0) }
    let inner = Scope()
    smuggled.scope = inner
    let outer = Scope()
    let probe = RenderProbe(outer) { $0[foreign] }
    inner[count] = 6
    outer[count] = 7
    #expect(probe.frames == [10, 11, 13])
  }

  @Test func `defect 18: a scope is held by whoever uses it, and keeps its values as long`() {
    let count = Atom(1)
    var scope: Scope? = Scope { $0[count] = 2 }
    weak let weakScope = scope
    let bound = scope?.bound(count)
    let property = scope?.property(count)
    scope = nil
    bound?.value += 1
    #expect(property?.value == 3)
    #expect(weakScope?[count] == 3)
  }

  @Test func `defect 19: the picture of a scope quotes names, and tells members apart`() {
    let member = Family { (name: String) in Atom(name, name: "member") }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[member("a\"b")] + $0[member("c\\d")] }
    let dot = scope.snapshot().graph.dot
    #expect(dot.contains(#"label="member(a\"b)""#))
    #expect(dot.contains(#"label="member(c\\d)""#))
    #expect(probe.count == 1)
  }

  @Test
  func `defect 20: values need not be Equatable, and are reset, edited and written in one change`()
  {
    struct Plain {
      var numbers: [Int]
    }
    let plain = Atom { Plain(numbers: [1]) }
    let member = Family { (number: Int) in
      WritableComputed(
        get: { get in get(plain).numbers[number] },
        set: { scope, value in scope[plain].numbers[number] = value })
    }
    let sum = Computed { get in get(plain).numbers.reduce(0, +) }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[sum] }
    scope.modify(plain) { $0.numbers += [2, 3] }
    scope[member(0)] += 10
    batch {
      scope[member(1)] = 0
      scope[member(2)] = 0
    }
    scope.reset(plain)
    #expect(probe.frames == [1, 6, 16, 11, 1])
  }

  @Test func `defect 21: an optional is read as it is`() {
    let name = Atom<String?>(nil)
    let badge = Computed<String?> { get in get(name).map { "<\($0)>" } }
    let scope = Scope()
    let text: String? = scope[badge]
    #expect(text == nil)
    scope[name] = "a"
    let shown: String = scope[badge] ?? ""
    #expect(shown == "<a>")
    scope[name] = nil
    #expect(scope[badge] == nil)
  }
}
