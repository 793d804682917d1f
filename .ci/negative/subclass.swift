import Upkeep

// Only the library's own modules can make subclasses of `Property` that have instances.
final class Mine: Property<Int> {}

func make() {
  _ = Mine()  // expected-error {{'Mine' cannot be constructed because it has no accessible initializers}}
}
