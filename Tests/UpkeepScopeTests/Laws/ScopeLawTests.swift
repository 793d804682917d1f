import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// At least one test for each law of scopes; the number in a test's name is the law's.
///
/// Other files have tests of some laws: `ScopeLawTestsLoading` of laws 2, 3, 4, 8 and 11 for loads,
/// `LifetimeTests` of law 5, `ScopeLawTestsCycles` of law 10, and `SnapshotTests` of law 12.
@Suite(.leavesNothing) struct ScopeLawTests {
  private let scope = Scope()
  private let updater = Updater()

  @Test func `law 1: an observer never sees a mixed state, even in a batch`() {
    let left = Atom(1)
    let right = Atom(-1)
    let sum = Computed { get in get(left) + get(right) }
    let probe = RenderProbe(scope) { [$0[left], $0[right], $0[sum]] }
    batch {
      scope[left] = 2
      scope[right] = -2
      #expect(scope[sum] == 0)
    }
    #expect(probe.frames == [[1, -1, 0], [2, -2, 0]])
  }

  @Test func `law 2: a definition decides what counts as a change`() {
    final class Instance: Sendable {}
    struct Plain: Sendable { var number: Int }
    let one = Instance()
    let always = Atom(1, changes: .always)
    let instance = Atom(one)
    let plain = Atom(Plain(number: 1))
    let parity = Computed(changes: ChangeRule { $0 % 2 != $1 % 2 }) { get in get(plain).number }
    let probes = [
      RenderProbe(scope) { _ = $0[always] }, RenderProbe(scope) { _ = $0[instance] },
      RenderProbe(scope) { _ = $0[parity] },
    ]
    scope[always] = 1
    scope[instance] = one
    scope[plain] = Plain(number: 3)
    #expect(probes.map(\.frames.count) == [2, 1, 1])
    scope[instance] = Instance()
    scope[plain] = Plain(number: 4)
    #expect(probes.map(\.frames.count) == [2, 2, 2])
  }

  @Test func `law 3: dependencies are what the last run has read`() {
    let runs = Tally()
    let (side, left, right, peeked) = (Atom(0), Atom(1), Atom(2), Atom(3))
    let chosen = Computed { get in
      runs.next()
      return (get(side) == 0 ? get(left) : get(right)) + get.peek(peeked)
    }
    let probe = RenderProbe(scope) { $0[chosen] }
    var counts: [Int] = []
    for (atom, value) in [(right, 20), (peeked, 30), (side, 1), (left, 10), (right, 21)] {
      scope[atom] = value
      counts.append(runs.count)
    }
    #expect((counts, probe.frames) == ([1, 1, 2, 2, 3], [4, 50, 51]))
  }

  @Test func `law 6: an observer may write back through the definition whose write it is told of`()
  {
    let fahrenheit = Atom(32)
    let celsius = WritableComputed(
      get: { get in (get(fahrenheit) - 32) * 5 / 9 },
      set: { scope, value in scope[fahrenheit] = value * 9 / 5 + 32 })
    updater.keepUpToDate { [scope] in if scope[celsius] > 50 { scope[celsius] = 50 } }
    #expect((cycles { scope[celsius] = 100 }, scope[fahrenheit]) == ([], 122))
  }

  @Test func `law 6: a write in a computed value is reported with both names, and does nothing`() {
    let smuggled = Smuggled()
    let victim = Atom(1, name: "victim")
    let culprit = Computed(name: "culprit") { get in
      smuggled.scope?[victim] = 2
      return 5
    }
    smuggled.scope = scope
    let messages = cycles { #expect(scope[culprit] == 5) }.flatMap { $0 }
    #expect(messages.map { $0.contains("culprit") } == [true])
    #expect(messages.map { $0.contains("wrote to victim") } == [true])
    #expect(scope[victim] == 1)
  }

  @Test func `law 7: one write is one publish, and done when it returns`() {
    let items = Atom<[Int]>([])
    let total = Computed { get in get(items).reduce(0, +) }
    let probe = RenderProbe(scope) { $0[total] }
    scope[items] = [1, 2]
    #expect(probe.frames == [0, 3])
    scope.modify(items) {
      $0.append(3)
      $0.append(4)
    }
    #expect(probe.frames == [0, 3, 10])
  }

  @Test func `law 9: an effect of a definition is told after the change, with the new state`() {
    let log = Tally()
    let count = Atom(
      1, effects: [.onChange { log.add("\($1) -> \($2), \($0.value ?? -1)") }])
    batch {
      scope[count] = 2
      scope[count] = 3
      #expect(log.entries == [])
    }
    #expect(log.entries == ["1 -> 3, 3"])
    undone { scope[count] = 4 }
    #expect(log.entries == ["1 -> 3, 3"])
  }

  @Test func `law 12: a snapshot is a value that can be compared and restored`() {
    let name = Atom("tea", name: "name")
    let count = Atom(1, name: "count")
    let text = Computed { get in "\(get(count)) \(get(name))" }
    let late = Atom(5, name: "late")
    let probe = RenderProbe(scope) { $0[text] }
    let before = scope.snapshot()
    batch {
      scope[name] = "milk"
      scope[count] = 2
    }
    let changes = scope.snapshot().changes(since: before).map(\.description)
    #expect((before[name], changes) == ("tea", ["count: 1 -> 2", "name: tea -> milk"]))
    scope[late] = 6
    scope.restore(before)
    #expect(scope.snapshot()[late] == 5)
    #expect(probe.frames == ["1 tea", "2 milk", "1 tea"])
    #expect(scope.snapshot().changes(since: before).map(\.name) == ["late"])
  }
}
