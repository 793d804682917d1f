import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let text = Atom("a")

/// `debounced(for:)` for resources that compute at once, and for a resource that loads.
@MainActor @Suite struct DebouncedComputationTests {
  private let clock = ManualClock()
  private let scope: Scope
  private let runs = Tally()
  private let upper: Resource<String>

  init() {
    scope = Scope(clock: clock)
    upper = Resource(lifetime: .keep) { [runs] (get: Reader) throws -> String in
      runs.next()
      return get(text).uppercased()
    }.debounced(for: .milliseconds(300))
  }

  @Test func `a resource that is computed at once waits, too, until its input rests`() {
    let probe = RenderProbe(scope) { $0[upper] }
    scope[text] = "ab"
    clock.advance(by: .milliseconds(299))
    scope[text] = "abc"
    clock.advance(by: .milliseconds(299))
    #expect(probe.frames == [.value("A"), .loading(previous: "A")])
    clock.advance(by: .milliseconds(1))
    #expect(probe.frames.last == .value("ABC") && probe.frames.count == 3)
    #expect(runs.count == 2 && clock.alarmCount == 0)
  }

  @Test func `a refresh and a written value end the pause`() {
    let probe = RenderProbe(scope) { $0[upper] }
    scope[text] = "ab"
    scope.refresh(upper)
    #expect(probe.frames.last == .value("AB"))
    scope[text] = "abc"
    scope[upper] = .value("written")
    clock.advance(by: .seconds(1))
    #expect(probe.frames.last == .value("written"))
    scope[text] = "abcd"
    #expect(probe.frames.last == .loading(previous: "written"))
    clock.advance(by: .seconds(1))
    #expect(probe.frames.last == .value("ABCD"))
  }

  @Test func `the end of a pause computes no value that is not needed`() {
    #expect(scope[upper] == .value("A"))
    scope[text] = "ab"
    #expect(scope[upper] == .loading(previous: "A"))
    clock.advance(by: .seconds(1))
    #expect((runs.count, scope[upper]) == (1, .value("AB")))
  }

  @Test func `a rolled back transaction ends the pause that it began`() {
    let probe = RenderProbe(scope) { $0[upper] }
    undone {
      scope[text] = "ab"
      #expect(scope[upper] == .loading(previous: "A"))
    }
    clock.advance(by: .seconds(1))
    #expect((scope[upper], probe.frames.count, clock.alarmCount) == (.value("A"), 1, 0))
  }

  @Test func `a reload that waits for a pause is forgotten with its transaction`() async {
    let id = Atom(1)
    let page = Resource { get async in "\(get(id))" }.debounced(for: .seconds(10))
    let probe = await scope.settledProbe { $0[page] }
    undone {
      scope[id] = 2
      #expect(scope[page] == .loading(previous: "1"))
    }
    await scope.settle { clock.advance(by: .seconds(10)) }
    #expect(scope[page] == .value("1"))
    scope[id] = 2
    await scope.settle { clock.advance(by: .seconds(10)) }
    #expect(probe.frames == [.loading, .value("1"), .loading(previous: "1"), .value("2")])
  }

  @Test func `a pause that ends in a transaction that is undone begins anew`() {
    let probe = RenderProbe(scope) { $0[upper] }
    scope[text] = "ab"
    undone {
      clock.advance(by: .seconds(1))
      #expect(scope[upper] == .value("AB"))
    }
    #expect(probe.frames.last == .loading(previous: "A"))
    clock.advance(by: .seconds(1))
    #expect(probe.frames.last == .value("AB"))
  }

  @Test func `a first value that waits for a load comes as soon as that has ended`() async {
    let gate = Gate<String>()
    let loaded = Resource { _ in try await gate.value() }
    let upper = Resource { (get: Reader) throws -> String in try get(loaded).get().uppercased() }
      .debounced(for: .seconds(1))
    let probe = await scope.settledProbe { $0[upper] }
    await scope.settle { gate.open("a") }
    #expect(probe.frames == [.loading, .value("A")])
  }
}
