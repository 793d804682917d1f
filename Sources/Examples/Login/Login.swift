import Upkeep

// The example of the Yoyo README, extended: state, derived values, and plain view objects that do
// not know properties.

/// Stores the user who is logged in, and locks the login for a time after wrong passwords.
final class LoginManager {
  /// The password of everybody.
  static let password = "correct horse"

  let user = StoredProperty<String?>(nil)
  let isLocked: Property<Bool>
  let failureCount = StoredProperty(0)

  init(clock: ManualClock = ManualClock()) {
    // Each third failure locks the login until the delayed count has followed.
    let lockCount = failureCount.map { $0 / 3 }
    let expiredCount = lockCount.delayed(by: .seconds(30), clock: clock)
    isLocked = DerivedProperty(lockCount, expiredCount) { $0 != $1 }
  }

  func logIn(_ name: String, _ password: String) {
    if password == Self.password { user.value = name } else { failureCount.value += 1 }
  }
}

/// Stores whether the tip for first-time users was clicked.
final class FirstTimeTip {
  let wasClicked = StoredProperty(false)
}

/// Derives the content of the header.
final class HeaderViewModel {
  let greeting: Property<String>
  let isTipHidden: Property<Bool>

  init(_ login: LoginManager, _ tip: FirstTimeTip) {
    greeting = login.user.map { $0.map { "Hello, \($0)" } ?? "Please log in" }
    isTipHidden = DerivedProperty(login.user, tip.wasClicked) { $0 == nil || $1 }
  }
}

/// Stores the typed text, and derives whether it is valid.
final class LoginForm {
  let name = StoredProperty("")
  let password = StoredProperty("")
  let problem: Property<String?>
  let canSubmit: Property<Bool>

  init() {
    problem = DerivedProperty(name, password) { name, password in
      if name.isEmpty { return "A name is missing" }
      return password.count < 8 ? "The password is too short" : nil
    }
    canSubmit = problem.map { $0 == nil }
  }
}

/// Derives whether the button can be pressed, and why not.
final class ButtonViewModel {
  let problem: Property<String?>
  let isEnabled: Property<Bool>

  init(_ login: LoginManager, _ form: LoginForm) {
    problem = DerivedProperty(form.problem, login.isLocked) { problem, isLocked in
      isLocked ? "Too many wrong passwords: wait" : problem
    }
    isEnabled = problem.map { $0 == nil }
  }
}

/// A view without a framework: its text, and whether it is visible and enabled.
final class View {
  var text: String?
  var isHidden = false
  var isEnabled = true
}

/// The screen: views that are bound to the values that they show.
final class Screen {
  let header = View()
  let tip = View()
  let problem = View()
  let button = View()
  private let updater = Updater()

  init(_ login: LoginManager, _ tipState: FirstTimeTip, _ form: LoginForm) {
    let model = HeaderViewModel(login, tipState)
    let buttonModel = ButtonViewModel(login, form)
    updater.bind(object: header, keyPath: \.text, toProperty: model.greeting)
    updater.bind(object: tip, keyPath: \.isHidden, toProperty: model.isTipHidden)
    updater.bind(object: problem, keyPath: \.text, toProperty: buttonModel.problem)
    updater.bind(object: button, keyPath: \.isEnabled, toProperty: buttonModel.isEnabled)
  }

  var description: String {
    "\(header.text ?? "") | tip \(tip.isHidden ? "hidden" : "shown") | "
      + "\(problem.text ?? "ready") | button \(button.isEnabled ? "on" : "off")"
  }
}
