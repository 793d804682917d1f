// In a module of the main actor, definitions, the elements of a collection, and the states and actions
// of a store, are `nonisolated`: Upkeep may use them on any actor.
import UpkeepCollections
import UpkeepScope
import UpkeepStore

enum Definitions {
  static let count = Atom(1)
  // expected-error@+1 {{main actor-isolated static property 'count' can not be referenced from a Sendable closure}}
  static let double = Computed { get in get(count) * 2 }
}

nonisolated enum Free {
  static let count = Atom(1)
  static let double = Computed { get in get(count) * 2 }
}

struct Todo: Identifiable { let id: Int }
nonisolated struct Line: Identifiable { let id: Int }

func makesCollections() {
  // expected-error@+1 {{main actor-isolated conformance of 'Todo' to 'Identifiable' cannot satisfy conformance requirement for a}}
  _ = StoredCollection([Todo(id: 1)])
  _ = StoredCollection([Line(id: 1)])
}

enum Step: Equatable { case up, down }
nonisolated enum Turn: Equatable { case left, right }

func makesReducers() {
  _ = Reducer<Int, Step> { count, step in
    // expected-error@+1 {{main actor-isolated conformance of 'Step' to 'Equatable' cannot be used in nonisolated context}}
    count += step == .up ? 1 : -1
  }
  _ = Reducer<Int, Turn> { count, turn in count += turn == .right ? 1 : -1 }
}

struct Form { var name = "" }
nonisolated struct Profile { var name = "" }

nonisolated enum FieldAction<State>: BindableAction {
  case binding(BindingAction<State>)

  var binding: BindingAction<State>? {
    switch self {
    case .binding(let binding): binding
    }
  }
}

func bindsFields(
  _ form: Store<Form, FieldAction<Form>>, _ profile: Store<Profile, FieldAction<Profile>>
) {
  // expected-error@+1 {{type 'WritableKeyPath<Form, String>' does not conform to the 'Sendable' protocol}}
  _ = form.bound(\.name)
  _ = profile.bound(\.name)
}
