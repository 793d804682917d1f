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
}
