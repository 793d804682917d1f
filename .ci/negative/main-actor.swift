// Objects of the main actor can be used only on the main actor.
import Upkeep

@MainActor final class ViewModel {
  let count = StoredProperty(0)
  let title: Property<String>
  @Stored var limit = 10
  @Derived({ (model: ViewModel) in model.limit * 2 }) var double: Int

  init() { title = count.map { "\($0)" } }
}

func reads(_ model: ViewModel) {
  // expected-error@+1 {{'count' can not be referenced from a nonisolated context}}
  print(model.count.value)
  // expected-error@+1 {{'title' can not be referenced from a nonisolated context}}
  print(model.title.value)
  print(model.limit)  // expected-error {{'limit' can not be referenced from a nonisolated context}}
  // expected-error@+1 {{'double' can not be referenced from a nonisolated context}}
  print(model.double)
}

func takesOut(_ model: ViewModel) async {
  // expected-error@+1 {{non-Sendable type 'StoredProperty<Int>' of property}}
  print(await model.count)
  // expected-error@+1 {{non-Sendable type 'DerivedProperty<Int>' of property}}
  print(await model.$double)
}

func writesFromATask(_ model: ViewModel) {
  // expected-error@+1 {{'count' can not be mutated from a nonisolated context}}
  Task.detached { model.count.value = 1 }
}
