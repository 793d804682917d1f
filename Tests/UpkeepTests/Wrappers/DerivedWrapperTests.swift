import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedWrapperTests {
  private class Cart {
    @Stored var price = 3
    @Stored var count = 2
    @Stored var isShown = true
    var runs = 0
    @Derived({ (cart: Cart) in cart.computeTotal() }) var total: Int
    let totalLine = #line - 1
    @Derived(name: "text", { (cart: Cart) in cart.isShown ? "\(cart.total)" : "" }) var text
    @Derived(changes: ChangeRule { $0 / 10 != $1 / 10 }, { (cart: Cart) in cart.total })
    var rough: Int

    func computeTotal() -> Int {
      runs += 1
      return price * count
    }
  }

  private final class GiftCart: Cart {
    @Stored var wrapping = 1
    @Derived({ (cart: GiftCart) in cart.total + cart.wrapping }) var sum: Int
  }

  private class Box<Content> {
    @Stored var content: Content
    @Derived({ (box: Box) in [box.content, box.content] }) var pair: [Content]
    @Derived({ (box: Box) in box.pair.count }) var count: Int

    init(_ content: Content) { self.content = content }
  }

  @MainActor private final class Screen {
    @Stored var count = 1
    @Derived({ (screen: Screen) in "\(screen.count) of \(screen.limit)" }) var title: String
    var limit = 10
  }

  private actor Shop {
    private let cart = Cart()

    func buy(_ count: Int) -> Int {
      cart.count += count
      return cart.total
    }
  }

  private let cart = Cart()
  private let updater = scopedUpdater()

  @Test func `a derived value follows what it read, computed lazily and once per change`() {
    #expect(cart.runs == 0)
    #expect([cart.total, cart.total, cart.runs] == [6, 6, 1])
    checkingInvariants(of: [cart.$total]) {
      cart.price = 4
      cart.count += 1
    }
    #expect(cart.runs == 1)
    #expect([cart.total, cart.$total.value, cart.runs] == [12, 12, 2])
    cart.isShown = false
    #expect([cart.total, cart.runs] == [12, 2])
  }

  @Test func `the projection is one property, whose name is its place, and may have a rule`() {
    #expect(cart.$total === cart.$total)
    #expect(cart.$total.name == "UpkeepTests/DerivedWrapperTests.swift:\(cart.totalLine)")
    #expect(cart.$text.name == "text")
    #expect(Cart().$total !== cart.$total)
    #expect(cart.$total.map { $0 + 1 }.value == 7)
    let rough = [3, 4, 5].map { price in
      cart.price = price
      return cart.rough
    }
    #expect(rough == [6, 6, 10])
  }

  @Test func `a property is free to be used first inside another derivation or an effect`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("\(cart.rough)") }
    let outer = DerivedProperty { cart.text + "!" }
    #expect(outer.value == "6!")
    expectMistakes([], around: [cart.$total, outer]) { cart.count = 7 }
    #expect(outer.value == "21!")
    #expect(log == ["6", "21"])
  }

  @Test func `a derived value does not keep its instance alive`() {
    var cart: Cart? = Cart()
    weak let dropped = cart
    weak let total = cart?.$total
    #expect(cart?.text == "6")
    #expect(total?.value == 6)
    cart = nil
    #expect(dropped == nil)
    #expect(total == nil)
  }

  @Test func `a value whose instance is gone stays, and its next computation is reported`() {
    var cart: Cart? = Cart()
    weak let dropped = cart
    let (text, isShown) = (cart?.$text, cart?.$isShown)
    var log: [String?] = []
    updater.keepUpToDate { log.append(text?.value) }
    let mistakes = recordingMistakes {
      cart = nil
      #expect(dropped == nil)
      #expect(text?.value == "6")
      checkingInvariants(of: [text, isShown].compactMap { $0 }) {
        isShown?.value = false
        isShown?.value = true
      }
    }
    #expect(log == ["6"])
    #expect(text?.value == "6")
    #expect(mistakes == ["instanceIsGone: text"])
    #expect(isShown?.subscriberCount == 0)
  }

  @Test(.hops)
  func `a derived value that was never read stops the program when its instance is gone`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var cart: Cart? = Cart()
      let text = cart?.$text
      cart = nil
      _ = text?.value
    }
    let message = standardError(result)
    #expect(message.contains("but that of text (UpkeepTests/DerivedWrapperTests.swift:"))
    #expect(message.contains("was never read while its instance was there"))
  }

  #if DEBUG
    @Test
    func `a derived value that a derivation uses first is reported, but for its own instances`() {
      let derived = DerivedProperty(StoredProperty(1), name: "derived") {
        $0 + cart.text.count + Cart().total
      }
      expectMistakes(["undeclaredRead: derived, text"]) { #expect(derived.value == 8) }
    }
  #endif

  @Test func `a derived value of a subclass reads inherited properties`() {
    let cart = GiftCart()
    #expect(cart.sum == 7)
    checkingInvariants(of: [cart.$sum]) {
      cart.price = 10
      cart.wrapping = 2
    }
    #expect([cart.sum, (cart as Cart).total, cart.runs] == [22, 20, 2])
  }

  @Test func `a generic class has derived values`() {
    let box = Box("a")
    #expect(box.pair == ["a", "a"])
    #expect(box.count == 2)
    box.content = "b"
    #expect(box.pair == ["b", "b"])
    let plain = Box(cart)
    #expect(plain.pair.map(\.total) == [6, 6])
  }

  @MainActor @Test(.hops) func `a class of the main actor has derived values`() {
    let screen = Screen()
    var log: [String] = []
    updater.keepUpToDate { log.append(screen.title) }
    screen.count += 1
    #expect(log == ["1 of 10", "2 of 10"])
    #expect(screen.$title.value == "2 of 10")
  }

  @Test(.hops) func `an actor uses a class with derived values`() async {
    let shop = Shop()
    #expect(await shop.buy(1) == 9)
    #expect(await shop.buy(2) == 15)
  }
}
