// Only actions change the state of a store.
import UpkeepStore

struct Counter: Equatable {
  var count = 0
  var names: [String] = []
  let id = 1
}

func writes(_ store: Store<Counter, String>) {
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.count = 1
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.count += 1
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.names.append("tea")
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.id = 2
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.state.count = 1
  // expected-error@+1 {{send an action instead; a control writes to 'bound'}}
  store.state = Counter()
  // A key path through a store can be read only.
  // expected-error@+2 {{ReferenceWritableKeyPath<Store<Counter, String>, }}
  // expected-error@+1 {{generic parameter 'Value' could not be inferred}}
  takes(store, \.count)
}

func takes<Value>(
  _ store: Store<Counter, String>, _: ReferenceWritableKeyPath<Store<Counter, String>, Value>
) {}

struct Waiting {}

// In an extension that declares the conformance, the compiler warns of a function that is not called.
extension Waiting: Interactor {
  typealias State = Counter
  typealias Action = String

  // expected-warning@+1 {{'reduce' nearly matches defaulted requirement 'reduce' of protocol 'Interactor'}}
  func reduce(_ state: inout Counter, _ action: String) async { state.count += 1 }
}
