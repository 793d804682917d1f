import Testing
import Upkeep

/// The page Values over time.
@MainActor @Suite(.statedResults()) struct ValuesOverTimePage {
  @Test func `the code of the page gives its stated results`() {
    let clock = ManualClock()  // advanced by hand; by default a ContinuousClock
    let text = StoredProperty("")
    let query = text.debounced(for: .milliseconds(300), clock: clock)
    text.value = "te"
    text.value = "tea"
    print(query.value.isEmpty, query.isPending)  // true true
    clock.advance(by: .milliseconds(300))
    print(query.value, query.isPending)  // tea false

    let progress = StoredProperty(0)
    let shown = progress.throttled(for: .seconds(1), clock: clock)
    let first = progress.throttled(for: .seconds(1), edges: .leading, clock: clock)
    let last = progress.throttled(for: .seconds(1), edges: .trailing, clock: clock)
    progress.value = 10
    progress.value = 20
    print(shown.value, first.value, last.value)  // 10 10 0
    print(shown.isPending, first.isPending, last.isPending)  // true false true
    clock.advance(by: .seconds(1))
    print(shown.value, first.value, last.value)  // 20 10 20

    let position = StoredProperty(1)
    let lagging = position.delayed(by: .seconds(1), clock: clock)
    let before = position.previous()
    position.value = 2
    position.value = 3
    print(lagging.value, before.value ?? 0)  // 1 2
    clock.advance(by: .seconds(1))
    print(lagging.value)  // 3
  }
}
