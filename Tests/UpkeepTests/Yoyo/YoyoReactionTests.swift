import Testing

@testable import Upkeep

/// A view without a framework.
private final class Button {
  var isHidden = false
  var isEnabled = true
  var animations = 0
}

/// The promises of Yoyo's README, kept by Upkeep: "Usage", on reactions.
@Suite(.leavesNothing) struct YoyoReactionTests {
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
    }

    func animateLoginButtonAppearing() { loginButton.animations += 1 }
  }

  private enum Phase { case a, b, c }

  private let loginManager = LoginManager()
  private let updater = scopedUpdater()

  @Test func `Usage, Reacting to state changes: keepUpToDate shows the state of the application`() {
    let screen = Screen(loginManager)
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      #expect(!screen.loginButton.isHidden)
      loginManager.logIn()
      #expect(screen.loginButton.isHidden)
      loginManager.logOut()
      #expect(!screen.loginButton.isHidden)
    }
  }

  @Test func `Usage, Reacting to state changes: keepUpToDate runs when one or more have changed`() {
    let (first, second) = (StoredProperty(1), StoredProperty("x"))
    let third = first.map { $0 * 10 }
    var log: [String] = []
    updater.keepUpToDate(dependencies: [first, second, third]) {
      log.append("\(first.value) \(second.value) \(third.value)")
    }
    checkingInvariants(of: [first, second]) {
      second.value = "y"
      first.value = 2
      batch {
        first.value = 3
        second.value = "z"
      }
      first.value = 3
    }
    #expect(log == ["1 x 10", "1 y 10", "2 y 20", "3 z 30"])
  }

  @Test
  func `Usage, Reacting to state changes: onTransition is no call at the start, and one after`() {
    let screen = Screen(loginManager)
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      #expect(screen.loginButton.animations == 0)
      loginManager.logIn()
      #expect(screen.loginButton.animations == 0)
      loginManager.logOut()
      loginManager.logOut()
    }
    #expect(screen.loginButton.animations == 1)
  }

  @Test func `Usage, Reacting to state changes: onTransition tells A to C from B to C`() {
    let phase = StoredProperty(Phase.a)
    var log: [String] = []
    updater.onTransition(phase) { old, new in
      if old == .a, new == .c { log.append("a to c") }
    }
    checkingInvariants(of: [phase]) {
      phase.value = .b
      phase.value = .c
      #expect(log == [])
      phase.value = .a
      phase.value = .c
    }
    #expect(log == ["a to c"])
  }

  @Test
  func `Usage, Reacting to state changes: bind keeps an object's property equal to a property`() {
    let loginButton = Button()
    let isLoginButtonEnabled: Property<Bool> = loginManager.isLoggedIn.map { !$0 }
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      updater.bind(
        object: loginButton, keyPath: \Button.isEnabled, toProperty: isLoginButtonEnabled)
      #expect(loginButton.isEnabled)
      loginManager.logIn()
      #expect(!loginButton.isEnabled)
      loginManager.logOut()
      #expect(loginButton.isEnabled)
    }
  }

  @Test
  func `Usage, Reacting to state changes: an updater must be retained, and its end ends them all`()
  {
    let button = Button()
    var log: [String] = []
    var mine: Updater? = Updater()
    mine?.keepUpToDate(dependencies: [loginManager.isLoggedIn]) { log.append("kept") }
    mine?.onTransition(loginManager.isLoggedIn) { _, _ in log.append("transition") }
    mine?.bind(object: button, keyPath: \.isHidden, toProperty: loginManager.isLoggedIn)
    updater.keepUpToDate(dependencies: [loginManager.isLoggedIn]) { log.append("another's") }
    #expect(loginManager.isLoggedIn.subscriberCount == 4)
    log = []
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      mine = nil
      loginManager.logIn()
    }
    #expect(mine == nil)
    #expect(log == ["another's"])
    #expect(!button.isHidden)
    #expect(loginManager.isLoggedIn.subscriberCount == 1)
  }

  @Test func `Usage, Reacting to state changes: a screen that owns its updater ends with it`() {
    var screen: Screen? = Screen(loginManager)
    weak let button = screen?.loginButton
    screen = nil
    loginManager.logIn()
    #expect(screen == nil)
    #expect(button == nil)
    #expect(loginManager.isLoggedIn.subscriberCount == 0)
  }
}
