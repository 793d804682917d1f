import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@Suite(.leavesNothing) struct WritableComputedTests {
  private let scope = Scope()

  /// Has no `==`.
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

  @Test func `a value without == that is written is one change, and each change goes on`() {
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
