import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// At least one test for each law of scopes; the number is the law's.
///
/// Law 4 is in `ScopeLawTestsLoading`, law 10 in `ScopeLawTestsCycles`, and laws 8, 9 and 11 as far
/// as they concern loads in `ScopeLawTestsTime`.
@Suite(.leavesNothing) struct ScopeLawTests {
  // source ─> (left, right) ─> ... eight times
  @Test func `law 1: a write runs each computed value once, however many diamonds are stacked`() {
    let runs = Tally()
    let source = Atom(1)
    var top = Computed { get in get(source) }
    for level in 1...8 {
      let below = top
      let left = Computed { get in get(below) + 1 }
      let right = Computed { get in get(below) - 1 }
      top = Computed { get in
        runs.add("level \(level)")
        return get(left) + get(right)
      }
    }
    let scope = Scope()
    let shown = top
    let probe = RenderProbe(scope) { $0[shown] }
    #expect(probe.frames == [256])
    runs.clear()
    scope[source] = 2
    #expect(probe.frames == [256, 512])
    #expect(runs.entries == (1...8).map { "level \($0)" })
  }

  @Test func `law 1: no observer sees a mixed state, in a batch neither`() {
    let left = Atom(1)
    let right = Atom(-1)
    let sum = Computed { get in get(left) + get(right) }
    let scope = Scope()
    let probe = RenderProbe(scope) { [$0[left], $0[right], $0[sum]] }
    batch {
      scope[left] = 2
      scope[right] = -2
      #expect(scope[sum] == 0)
    }
    #expect(probe.frames == [[1, -1, 0], [2, -2, 0]])
  }

  @Test func `law 2: an equal result stops the change, an equal write is none`() {
    let runs = Tally()
    let number = Atom(1)
    let sign = Computed { get in
      runs.add("sign")
      return get(number).signum()
    }
    let text = Computed { get in
      runs.add("text")
      return "\(get(sign))"
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[text] }
    runs.clear()
    scope[number] = 2
    scope[number] = 2
    #expect(runs.entries == ["sign"])
    scope[number] = -2
    #expect(runs.entries == ["sign", "sign", "text"])
    #expect(probe.frames == ["1", "-1"])
  }

  @Test func `law 2: what counts as a change is for the definition to say`() {
    final class Instance: Sendable {}
    struct Plain: Sendable { var number: Int }
    let one = Instance()
    let always = Atom(1, changes: .always)
    let instance = Atom(one)
    let plain = Atom(Plain(number: 1))
    let parity = Computed(changes: ChangeRule { $0 % 2 != $1 % 2 }) { get in get(plain).number }
    let scope = Scope()
    let probes = [
      RenderProbe(scope) { _ = $0[always] }, RenderProbe(scope) { _ = $0[instance] },
      RenderProbe(scope) { _ = $0[parity] },
    ]
    scope[always] = 1
    scope[instance] = one
    scope[plain] = Plain(number: 3)
    #expect(probes.map(\.count) == [2, 1, 1])
    scope[instance] = Instance()
    scope[plain] = Plain(number: 4)
    #expect(probes.map(\.count) == [2, 2, 2])
  }

  @Test func `law 3: dependencies are what the last run has read`() {
    let runs = Tally()
    let isLeft = Atom(true)
    let left = Atom(1)
    let right = Atom(2)
    let peeked = Atom(3)
    let chosen = Computed { get in
      runs.next()
      return (get(isLeft) ? get(left) : get(right)) + get.peek(peeked)
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[chosen] }
    scope[right] = 20
    scope[peeked] = 30
    #expect(runs.count == 1)
    scope[isLeft] = false
    scope[left] = 10
    #expect(runs.count == 2)
    scope[right] = 21
    #expect(probe.frames == [4, 50, 51])
  }

  @Test
  func `law 6: what an observer writes is visible at once, and wakes others in the next round`() {
    let count = Atom(0)
    let limited = Atom(0)
    let scope = Scope()
    let updater = Updater()
    var log: [String] = []
    updater.keepUpToDate {
      scope[limited] = min(scope[count], 3)
      log.append("limit \(scope[limited])")
    }
    updater.keepUpToDate { log.append("show \(scope[count]) \(scope[limited])") }
    log = []
    scope[count] = 5
    #expect(log.last == "show 5 3")
    #expect(log.first == "limit 3")
    #expect(scope[limited] == 3)
  }

  @Test func `law 6: an observer may write back through the definition whose write it is told of`()
  {
    let fahrenheit = Atom(32)
    let celsius = WritableComputed(
      get: { get in (get(fahrenheit) - 32) * 5 / 9 },
      set: { scope, value in scope[fahrenheit] = value * 9 / 5 + 32 })
    let scope = Scope()
    let updater = Updater()
    updater.keepUpToDate { if scope[celsius] > 50 { scope[celsius] = 50 } }
    #expect(cycles { scope[celsius] = 100 } == [])
    #expect(scope[fahrenheit] == 122)
  }

  @Test func `law 6: an observer may end another one, and itself`() {
    let count = Atom(0)
    let scope = Scope()
    let first = Updater()
    let second = Updater()
    var log: [String] = []
    first.keepUpToDate { [unowned first, unowned second] in
      if scope[count] == 1 {
        log.append("first")
        second.pause()
        first.pause()
      }
    }
    second.keepUpToDate { if scope[count] > 0 { log.append("second") } }
    scope[count] = 1
    scope[count] = 2
    #expect(log == ["first"])
  }

  @Test func `law 6: a write in a computed value is reported with both names, and writes nothing`()
  {
    let smuggled = Smuggled()
    let victim = Atom(1, name: "victim")
    let culprit = Computed(name: "culprit") { get in
      smuggled.scope?[victim] = 2
      return 5
    }
    let scope = Scope()
    smuggled.scope = scope
    let messages = cycles { #expect(scope[culprit] == 5) }.flatMap { $0 }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("culprit") == true)
    #expect(messages.first?.contains("wrote to victim") == true)
    #expect(scope[victim] == 1)
  }

  @Test func `law 7: one write is one publish, and done when it returns`() {
    let items = Atom<[Int]>([])
    let total = Computed { get in get(items).reduce(0, +) }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[total] }
    let add = scope.callback { scope, first, second in
      scope[items].append(first)
      scope[items].append(second)
    }
    add(1, 2)
    #expect(probe.frames == [0, 3])
    scope.modify(items) {
      $0.append(3)
      $0.append(4)
    }
    #expect(probe.frames == [0, 3, 10])
  }

  @Test
  func `law 9: what happens beside a definition is told after the change, with the new state`() {
    let log = Tally()
    let smuggled = Smuggled()
    let other = Atom(0)
    let count = Atom(
      1,
      effects: [
        .onChange { context, old, new in
          log.add("\(old) -> \(new), \(context.value ?? -1)")
          smuggled.scope?[other] = new
        }
      ])
    let scope = Scope()
    smuggled.scope = scope
    batch {
      scope[count] = 2
      scope[count] = 3
      #expect(log.entries == [])
    }
    #expect(log.entries == ["1 -> 3, 3"])
    #expect(scope[other] == 3)
    try? transaction {
      scope[count] = 4
      throw LoadError.stillLoading
    }
    #expect(log.entries == ["1 -> 3, 3"])
  }

  @Test func `law 12: a snapshot is a value that can be compared and restored`() {
    let name = Atom("tea", name: "name")
    let count = Atom(1, name: "count")
    let text = Computed { get in "\(get(count)) \(get(name))" }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[text] }
    let before = scope.snapshot()
    batch {
      scope[name] = "milk"
      scope[count] = 2
    }
    #expect(before[name] == "tea")
    let changes = scope.snapshot().changes(since: before).map(\.description)
    #expect(changes == ["count: 1 -> 2", "name: tea -> milk"])
    scope.restore(before)
    #expect(probe.frames == ["1 tea", "2 milk", "1 tea"])
    #expect(scope.snapshot() == before)
  }

  @Test func `law 12: the atoms with a key are encoded, and come back in another scope`() throws {
    let count = Atom(1).encoded(as: "count")
    let later = Atom("").encoded(as: "later")
    let other = Atom(1)
    let one = Scope()
    one[count] = 5
    one[later] = "saved"
    one[other] = 5
    let data = try one.snapshot().encoded()
    let two = Scope()
    two[count] = 7
    two[other] = 7
    try two.restore(encoded: data)
    #expect((two[count], two[later], two[other]) == (5, "saved", 7))
  }
}
