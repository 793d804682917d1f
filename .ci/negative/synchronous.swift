// A batch and an effect are synchronous by type. (If there are several overloads, the compiler does
// not say why none fits; `accepted.swift` has the same calls without `await`.)
import Upkeep

func load() async -> Int { 1 }

func batches(_ count: StoredProperty<Int>) async {
  // expected-error@+1 {{parameter expecting synchronous function type}}
  batch { count.value = await load() }
  // expected-error@+1 {{parameter expecting synchronous function type}}
  transaction { count.value = await load() }
}

func observes(_ count: StoredProperty<Int>, _ updater: Updater) {
  // expected-error@+1 {{no exact matches in call}}
  updater.keepUpToDate { print(await load() + count.value) }
  // expected-error@+1 {{parameter expecting synchronous function type}}
  untracked { _ = await load() }
}

func derives() {
  // expected-error@+1 {{parameter expecting synchronous function type}}
  _ = DerivedProperty { await load() }
}
