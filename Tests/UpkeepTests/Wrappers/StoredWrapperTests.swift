import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct StoredWrapperTests {
  private final class Cart {
    @Stored var count = 0
    let countLine = #line - 1
    @Stored var items: [Int] = []
    @Stored(name: "discount") var discount = 0.0
    @Stored(changes: ChangeRule { abs($0 - $1) > 1 }, name: "level") var level = 0
    @Stored var late: String
    @Stored var note: String?

    init(late: String) { self.late = late }
  }

  private let cart = Cart(late: "l")
  private let updater = scopedUpdater()

  @Test func `a wrapped value is read and written like a variable, and a change like any other`() {
    let log = RunLog<Int>()
    updater.keepUpToDate { log.append(cart.count) }
    log.expect([0, 1, 7], around: [cart.$count]) {
      cart.count += 1
      cart.count = 1
      batch { for value in [5, 1] { cart.count = value } }
      cart.count = 7
    }
    #expect(cart.$count.value == 7)
  }

  @Test func `the projection is the property, and writing it is writing the value`() {
    let double = cart.$count.map { $0 * 2 }
    cart.$count.value = 4
    #expect([cart.count, double.value] == [4, 8])
    #expect(cart.$count === cart.$count)
    cart.note = "n"
    #expect(cart.$note.value == "n")
    #expect(cart.late == "l")
  }

  @Test func `an edit in place is one change, and does not copy`() {
    cart.items = Array(0..<1_000)
    cart.items.reserveCapacity(2_000)
    let before = cart.items.withUnsafeBufferPointer { $0.baseAddress }
    var sizes: [Int] = []
    let size = cart.$items.map(\.count)
    updater.keepUpToDate { sizes.append(size.value) }
    checkingInvariants(of: [cart.$items]) {
      cart.items.append(1)
      cart.items[0] += 5
      cart.items.withUnsafeMutableBufferPointer { $0[1] = 9 }
    }
    #expect(cart.items.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(sizes == [1_000, 1_001])
    #expect(cart.items[...1] == [5, 9])
  }

  @Test func `a name and a change rule can be given, and the default name is the place`() {
    #expect(cart.$discount.name == "discount")
    #expect(cart.$level.name == "level")
    #expect(cart.$count.name == "UpkeepTests/StoredWrapperTests.swift:\(cart.countLine)")
    cart.level = 1
    #expect(cart.level == 0)
    cart.level = 2
    #expect(cart.level == 2)
  }

  @Test func `a property goes with its instance`() {
    var cart: Cart? = Cart(late: "")
    weak let count = cart?.$count
    #expect(count != nil)
    cart = nil
    #expect(count == nil)
  }
}
