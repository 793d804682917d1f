// A `Sendable` type cannot hold a property.
import Upkeep

struct Snapshot: Sendable {
  let count: Property<Int>  // expected-error {{has non-Sendable type 'Property<Int>'}}
}

struct Keeper: Sendable {
  let updater: Updater  // expected-error {{has non-Sendable type 'Updater'}}
}

enum Source: Sendable {
  // expected-error@+1 {{has non-Sendable type 'StoredProperty<Int>'}}
  case stored(StoredProperty<Int>)
}

final class Model: Sendable {
  let count = StoredProperty(0)  // expected-error {{has non-Sendable type 'StoredProperty<Int>'}}
}

final class Wrapped: Sendable {
  // expected-error@+1 {{'_count' of 'Sendable'-conforming class 'Wrapped' is mutable}}
  @Stored var count = 0
}

enum Globals {
  // expected-error@+1 {{is not concurrency-safe because non-'Sendable' type 'StoredProperty<Int>'}}
  static let count = StoredProperty(0)
}
