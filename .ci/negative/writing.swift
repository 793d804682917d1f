// Only stored properties can be written.
import Upkeep
import UpkeepCollections

final class Cart {
  @Stored var count = 1
  @Derived({ (cart: Cart) in cart.count * 2 }) var double: Int
}

func writes(_ face: Property<Int>, _ derived: DerivedProperty<Int>, _ cart: Cart) {
  face.value = 1  // expected-error {{'value' is a get-only property}}
  face.value += 1  // expected-error {{'value' is a get-only property}}
  derived.value = 1  // expected-error {{'value' is a get-only property}}
  Property.constant(1).value = 2  // expected-error {{'value' is a get-only property}}
  cart.double = 3  // expected-error {{'double' is a get-only property}}
  cart.double += 1  // expected-error {{'double' is a get-only property}}
  cart.$double.value = 3  // expected-error {{'value' is a get-only property}}
  cart.$double = derived  // expected-error {{'$double' is immutable}}
  cart.$count = StoredProperty(1)  // expected-error {{'$count' is immutable}}
}

func assigns(_ words: StoredCollection<String, String>, _ earlier: KeyedArray<String, String>) {
  words.value = earlier  // expected-error {{'value' is a get-only property}}
}
