import Testing
import Upkeep

/// What the README says of `@Stored` and `@Derived`.
@Suite(.leavesNothing) struct ReadmeWrappers {
  final class Cart {
    @Stored var price = 20
    @Stored var count = 1
    @Derived({ (cart: Cart) in cart.price * cart.count }) var total: Int
  }

  @Test func `properties that look like variables`() {
    let cart = Cart()
    let label = cart.$total.map { "\($0) dollars" }
    #expect(cart.total == 20)
    cart.count += 2
    #expect(cart.total == 60)
    #expect(label.value == "60 dollars")
    #expect(cart.$count.value == 3)
  }
}
