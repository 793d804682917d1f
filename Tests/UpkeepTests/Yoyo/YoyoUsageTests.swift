import Testing

@testable import Upkeep

/// A view without a framework.
private final class Button {
  var isHidden = false
  var isEnabled = true
  var animations = 0
}

/// The promises of Yoyo's README, kept by Upkeep: "Usage".
@Suite(.leavesNothing) struct YoyoUsageTests {
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

  @Test
  func `Usage, Reacting to state changes: a screen shows the state until its updater has gone`() {
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
