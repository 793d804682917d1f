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

  private enum Phase { case a, b, c }

  private let loginManager = LoginManager()
  private let updater = scopedUpdater()

  @Test
  func `Usage, Deriving state: the calculator gets the current values of all inputs, in order`() {
    let (number, name, maybe) = (StoredProperty(0), StoredProperty("n"), StoredProperty<Int?>(nil))
    let mixed = DerivedProperty(number, name, maybe, loginManager.isLoggedIn) {
      "\($0) \($1) \($2 ?? -1) \($3)"
    }
    checkingInvariants(of: [number, name, maybe]) {
      #expect(mixed.value == "0 n -1 false")
      batch {
        number.value = 100
        name.value = "m"
        maybe.value = 5
        loginManager.logIn()
      }
      #expect(mixed.value == "100 m 5 true")
    }
  }

  // Upkeep notices a calculator's mistakes.
  @Test func `Usage, Deriving state: a calculator that affects or references other state is told`()
  {
    let other = StoredProperty(0, name: "other")
    let writing = DerivedProperty(loginManager.isLoggedIn, name: "writing") { isLoggedIn in
      other.value = 5
      return !isLoggedIn
    }
    let reading = DerivedProperty(loginManager.isLoggedIn, name: "reading") { isLoggedIn in
      isLoggedIn ? other.value : 0
    }
    let mistakes = recordingMistakes {
      #expect(writing.value)
      loginManager.logIn()
      #expect(reading.value == 0)
    }
    #if DEBUG
      #expect(mistakes == ["writeInDerivation: writing, other", "undeclaredRead: reading, other"])
    #else
      #expect(mistakes == ["writeInDerivation: writing, other"])
    #endif
    #expect(other.value == 0)
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
}
