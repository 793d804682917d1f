import Testing

@testable import Upkeep

// The objects of the README's example, with `LoginManager`.

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

/// The promises of Yoyo's README, kept by Upkeep: "Example".
@Suite(.leavesNothing) struct YoyoExampleTests {
  private let loginManager = LoginManager()
  private let tipManager = FirstTimeTipManager()
  private let view: HeaderView

  init() { view = HeaderView(loginManager: loginManager, firstTimeTipManager: tipManager) }

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

  @Test func `Example: a tip that is un-clicked shows again`() {
    loginManager.logIn()
    view.clickOnTip()
    #expect(view.tipView.isHidden)
    checkingInvariants(of: [tipManager.hasClickedOnTip]) {
      tipManager.hasClickedOnTip.value = false
    }
    #expect(!view.tipView.isHidden)
  }

  private func permutations(of items: [Int]) -> [[Int]] {
    if items.isEmpty { return [[]] }
    return items.flatMap { first in
      permutations(of: items.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
