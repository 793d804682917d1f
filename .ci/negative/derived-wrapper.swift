// `@Derived` needs a class.
import Upkeep

final class Cart {
  @Stored var count = 1
}

struct Receipt {
  // expected-error@+1 {{@Derived works on a property of a class only}}
  @Derived({ (cart: Cart) in cart.count }) var total: Int
}

func local() -> Int {
  // expected-error@+1 {{@Derived works on a property of a class only}}
  @Derived({ (cart: Cart) in cart.count }) var total: Int
  return 1
}

actor Shop {
  @Stored var count = 1
  // expected-error@+1 {{actor-isolated default value}}
  @Derived({ (shop: Shop) in shop.count }) var total: Int
}
