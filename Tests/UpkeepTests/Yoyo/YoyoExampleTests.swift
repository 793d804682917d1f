import Testing

@testable import Upkeep

/// The object that the README of Yoyo builds on.
private final class LoginManager {
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

/// A view without a framework.
private final class Button {
  var isHidden = false
  var isEnabled = true
  var animations = 0
}

/// The promises of Yoyo's README, kept by Upkeep: "Example" and "Usage".
@Suite(.leavesNothing) struct YoyoExampleTests {
  /// The screen of the README's snippets.
  private final class Screen {
    let loginButton = Button()
    let showLoginButton: Property<Bool>
    let updater = Updater()

    init(_ loginManager: LoginManager) {
      showLoginButton = DerivedProperty(loginManager.isLoggedIn) { isLoggedIn in
        return !isLoggedIn
      }
      updater.keepUpToDate(dependencies: [showLoginButton]) { [unowned self] in
        self.loginButton.isHidden = !self.showLoginButton.value
      }
      updater.onTransition(showLoginButton) {
        [unowned self] wasShowingLoginButton, showLoginButton in
        if wasShowingLoginButton != nil && showLoginButton {
          self.animateLoginButtonAppearing()
        }
      }
      updater.bind(object: loginButton, keyPath: \Button.isEnabled, toProperty: showLoginButton)
    }

    func animateLoginButtonAppearing() { loginButton.animations += 1 }
  }

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

  @Test
  func `Usage, Reacting to state changes: a screen shows the state until its updater has gone`() {
    let loginManager = LoginManager()
    var screen: Screen? = Screen(loginManager)
    weak let button = screen?.loginButton
    var shown: [String] = []
    func look() {
      if let button { shown.append("\(button.isHidden) \(button.isEnabled) \(button.animations)") }
    }
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      look()
      loginManager.logIn()
      look()
      loginManager.logOut()
      loginManager.logOut()
      look()
    }
    #expect(shown == ["false true 0", "true false 0", "false true 1"])
    screen = nil
    loginManager.logIn()
    #expect(screen == nil)
    #expect(button == nil)
    #expect(loginManager.isLoggedIn.subscriberCount == 0)
  }
}
