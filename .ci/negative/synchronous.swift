// A batch and an effect are synchronous by type; `accepted.swift` has the same calls without `await`.
import Upkeep

func load() async -> Int { 1 }
func fetch() async throws -> Int { 1 }
func parse(_ number: Int) throws -> Int { number }

func batches(_ count: StoredProperty<Int>) async {
  // expected-error@+1 {{parameter expecting synchronous function type}}
  batch { count.value = await load() }
  // expected-error@+1 {{parameter expecting synchronous function type}}
  transaction { count.value = await load() }
}

func observes(_ count: StoredProperty<Int>, _ updater: Updater, _ log: Log) {
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.keepUpToDate { print(await load() + count.value) }
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.keepUpToDate(dependencies: [count]) { print(try await fetch()) }
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.keepUpToDate(.observing) { print(await load()) }
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.keepUpToDate(log) { log in log.add(await load() + count.value) }
  // expected-error@+1 {{parameter expecting synchronous function type}}
  updater.keepUpToDate { effect in
    log.add(await load())
    effect.cancel()
  }
  // expected-error@+1 {{a handler cannot wait: start a task that waits}}
  updater.onTransition(count) { _, new in print(await load() + new) }
  // expected-error@+1 {{catch an error in the handler; to wait, start a task}}
  let observation = count.onChange { print(await load() + $0) }
  // expected-error@+1 {{catch an error in the handler; to wait, start a task}}
  let checked = count.onChange { print(try parse($0)) }
  _ = (observation, checked)
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.when { await load() > 1 } perform: { log.add(1) }
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  updater.when { count.value > 1 } perform: { log.add(await load()) }
  // expected-error@+1 {{an effect cannot wait: read the values in it, and start a task that waits}}
  _ = try? updater.keepUpToDateOrThrow { log.add(try await fetch() + count.value) }
  // expected-error@+1 {{parameter expecting synchronous function type}}
  untracked { _ = await load() }
}

final class Log {
  func add(_ number: Int) { print(number) }
}
