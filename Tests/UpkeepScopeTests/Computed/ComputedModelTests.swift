import Observation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@Observable private final class Account {
  var balance = 100
}

@Suite(.leavesNothing) struct ComputedModelTests {
  private let scope = Scope()

  private static let account = Atom { Account() }
  private static let rate = Atom(2)
  private static let balance = Computed(.observing) { get in get(account).balance }
  private static let worth = Computed { get in get(balance) * get(rate) }
  private static let text = Resource { get in "\(get(worth))" }

  @Test func `computed values follow models, and resources follow the computed values`() {
    #expect((scope[Self.worth], scope[Self.text].value) == (200, "200"))
    scope[Self.account].balance = 150
    #expect((scope[Self.worth], scope[Self.text].value) == (300, "300"))
    scope[Self.rate] = 3
    #expect(scope[Self.text].value == "450")
  }

  private struct Overdrawn: Error {}

  private static let checked = Resource(.observing) { get in
    let balance = get(account).balance
    if balance < 0 { throw Overdrawn() }
    return balance * get(rate)
  }

  @Test func `resources follow models, and fail and recover with them`() {
    #expect(scope[Self.checked].value == 200)
    scope[Self.account].balance = 150
    #expect(scope[Self.checked].value == 300)
    scope[Self.account].balance = -1
    #expect(scope[Self.checked] == .failed(Overdrawn(), previous: 300))
    scope[Self.account].balance = 5
    scope[Self.rate] = 3
    #expect(scope[Self.checked] == .value(15))
  }
}

@Suite(.leavesNothing) struct WritableComputedTests {
  private let scope = Scope()

  /// A value without `==`.
  private struct Span {
    let start: Int
    let end: Int
  }

  private enum Selection {
    static let start = Atom(1)
    static let end = Atom(3)
    static let span = WritableComputed(
      get: { get in Span(start: get(start), end: get(end)) },
      set: { scope, span in
        scope[start] = span.start
        scope[end] = span.end
      })
    static let length = WritableComputed(
      changes: ChangeRule { ($0.end - $0.start) != ($1.end - $1.start) },
      get: { get in get(span) },
      set: { scope, span in scope[Selection.span] = span })
  }

  @Test func `each write of a value without == is one change, and is passed on`() {
    let probe = RenderProbe(scope) { [$0[Selection.span].start, $0[Selection.span].end] }
    scope[Selection.span] = Span(start: 2, end: 5)
    scope[Selection.end] = 6
    #expect(probe.frames == [[1, 3], [2, 5], [2, 6]])
  }

  @Test func `a change that does not count by the rule of a writable value goes no further`() {
    let probe = RenderProbe(scope) { $0[Selection.length].end - $0[Selection.length].start }
    scope[Selection.length] = Span(start: 5, end: 7)
    #expect(probe.frames == [2])
    scope[Selection.length] = Span(start: 5, end: 9)
    #expect(probe.frames == [2, 4])
    #expect((scope[Selection.start], scope[Selection.end]) == (5, 9))
  }
}
