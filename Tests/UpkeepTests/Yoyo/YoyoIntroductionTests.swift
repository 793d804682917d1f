import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Introduction".
@Suite(.leavesNothing) struct YoyoIntroductionTests {
  /// An object of the kind that a program has anyway.
  private final class Order {
    let price = StoredProperty(20)
    let count = StoredProperty(1)
    let total: Property<Int>

    init() { total = DerivedProperty(price, count) { $0 * $1 } }
  }

  private final class Label {
    var text = ""
  }

  private let order = Order()
  private let updater = scopedUpdater()

  @Test
  func `Introduction, What is Yoyo: objects store state, derive from others', and reactions run`() {
    var log: [String] = []
    checkingInvariants(of: [order.total]) {
      updater.keepUpToDate(dependencies: [order.price]) { [order] in
        log.append("price \(order.price.value)")
      }
      updater.keepUpToDate(dependencies: [order.total]) { [order] in
        log.append("total \(order.total.value)")
      }
      log = []
      order.price.value = 30
      order.count.value = 2
    }
    #expect(log == ["price 30", "total 30", "total 60"])
  }

  @Test
  func `Introduction, Why reactive state management: a derivation is never out of date`() {
    var wrong: [Int] = []
    func check() {
      let product = order.price.value * order.count.value
      if order.total.value != product { wrong.append(product) }
    }
    let double = order.total.map { $0 * 2 }
    checkingInvariants(of: [order.total]) {
      updater.keepUpToDate(dependencies: [order.count]) { check() }
      updater.keepUpToDate(dependencies: [double, order.price]) { check() }
      updater.onTransition(order.total) { _, _ in check() }
      for value in 1...5 {
        order.price.value = value
        check()
        batch {
          order.count.value = value * 2
          check()
          order.price.value += 1
          check()
        }
        check()
      }
    }
    #expect(wrong == [])
    #expect(order.total.value == 60)
  }

  @Test
  func `Introduction, Why reactive state management: the interface renders itself on a change`() {
    let label = Label()
    var renderings = 0
    checkingInvariants(of: [order.total]) {
      updater.keepUpToDate(dependencies: [order.total]) { [order] in
        label.text = "\(order.total.value) dollars"
        renderings += 1
      }
      #expect(label.text == "20 dollars")
      order.count.value = 3
      #expect(label.text == "60 dollars")
      batch {
        order.price.value = 30
        order.count.value = 2
      }
    }
    #expect(label.text == "60 dollars")
    #expect(renderings == 2)
  }
}
