import Upkeep

// `Property` is open for the library's own modules alone.
final class Mine: Property<Int> {}

func make() {
  _ = Mine()  // expected-error {{'Mine' cannot be constructed because it has no accessible initializers}}
}
