import Testing

@testable import Upkeep

/// The object that the README of Yoyo builds on.
final class LoginManager {
  let isLoggedIn = StoredProperty(false)

  func logIn() {
    isLoggedIn.value = true
  }

  func logOut() {
    isLoggedIn.value = false
  }
}

private final class FirstTimeTipManager {
  let hasClickedOnTip = StoredProperty(false)

  func clickOnTip() {
    hasClickedOnTip.value = true
  }
}

private final class HeaderViewModel {
  private let loginManager: LoginManager
  private let firstTimeTipManager: FirstTimeTipManager

  let isTipHidden: Property<Bool>

  init(loginManager: LoginManager, firstTimeTipManager: FirstTimeTipManager) {
    self.loginManager = loginManager
    self.firstTimeTipManager = firstTimeTipManager

    isTipHidden = DerivedProperty(loginManager.isLoggedIn, firstTimeTipManager.hasClickedOnTip) {
      isLoggedIn, hasClickedOnTip in
      return !isLoggedIn || hasClickedOnTip
    }
  }
}

private final class TipView {
  var isHidden = false
}

private final class HeaderView {
  private let updater = Updater()

  private let firstTimeTipManager: FirstTimeTipManager

  let tipView = TipView()

  private let viewModel: HeaderViewModel

  init(loginManager: LoginManager, firstTimeTipManager: FirstTimeTipManager) {
    self.firstTimeTipManager = firstTimeTipManager

    viewModel = HeaderViewModel(
      loginManager: loginManager, firstTimeTipManager: firstTimeTipManager)

    updater.keepUpToDate(dependencies: [viewModel.isTipHidden]) { [unowned self] in
      self.tipView.isHidden = self.viewModel.isTipHidden.value
    }
  }

  func clickOnTip() {
    firstTimeTipManager.clickOnTip()
  }
}

/// The promises of Yoyo's README, kept by Upkeep: "Introduction" and "Example".
@Suite(.leavesNothing) struct YoyoExampleTests {
  /// An object of the kind that a program has anyway.
  private final class Order {
    let price = StoredProperty(20)
    let count = StoredProperty(1)
    let total: Property<Int>

    init() { total = DerivedProperty(price, count) { $0 * $1 } }
  }

  private let order = Order()
  private let updater = scopedUpdater()
  private let loginManager = LoginManager()
  private let tipManager = FirstTimeTipManager()
  private let view: HeaderView

  init() { view = HeaderView(loginManager: loginManager, firstTimeTipManager: tipManager) }

  @Test
  func `Introduction, What is Yoyo: objects store state, derive from others', and reactions run`() {
    var log: [String] = []
    checkingInvariants(of: [order.total]) {
      updater.keepUpToDate(dependencies: [order.price]) { [order] in
        log.append("price \(order.price.value)")
      }
      updater.keepUpToDate(dependencies: [order.total]) { [order] in
        log.append("\(order.total.value) dollars")
      }
      order.price.value = 30
      order.count.value = 2
      batch {
        order.price.value = 10
        order.count.value = 5
      }
    }
    let expected = ["price 20", "20 dollars", "price 30", "30 dollars", "60 dollars"]
    #expect(log == expected + ["price 10", "50 dollars"])
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

  @Test func `Example: the tip shows to who is logged in, and goes for good with a click`() {
    checkingInvariants(of: [loginManager.isLoggedIn, tipManager.hasClickedOnTip]) {
      #expect(view.tipView.isHidden)
      loginManager.logIn()
      #expect(!view.tipView.isHidden)
      view.clickOnTip()
      #expect(view.tipView.isHidden)
      loginManager.logOut()
      loginManager.logIn()
    }
    #expect(view.tipView.isHidden)
  }

  // Both values, each set twice, in every order: 24 of them.
  @Test func `Example: the tip keeps in step in every permutation of changes`() {
    let changes: [(StoredProperty<Bool>, Bool)] = [
      (loginManager.isLoggedIn, true), (loginManager.isLoggedIn, false),
      (tipManager.hasClickedOnTip, true), (tipManager.hasClickedOnTip, false),
    ]
    var steps = 0
    checkingInvariants(of: [loginManager.isLoggedIn, tipManager.hasClickedOnTip]) {
      for order in permutations(of: Array(changes.indices)) {
        for (property, value) in order.map({ changes[$0] }) {
          property.value = value
          steps += 1
          let isHidden = !loginManager.isLoggedIn.value || tipManager.hasClickedOnTip.value
          #expect(view.tipView.isHidden == isHidden, "\(order)")
        }
      }
    }
    #expect(steps == 96)
  }

  private func permutations(of items: [Int]) -> [[Int]] {
    if items.isEmpty { return [[]] }
    return items.flatMap { first in
      permutations(of: items.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
