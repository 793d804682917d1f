import Testing
import Upkeep

private final class LoginForm {
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

private final class Screen {
  private(set) var shown = ""
  private let updater = Updater()

  init(_ text: Property<String>) {
    updater.keepUpToDate(self) { screen in screen.shown = text.value }
  }

  deinit { print("released") }
}

/// The page GettingStarted.
@MainActor @Suite(.statedResults()) struct GettingStartedPage {
  @Test func `the code of the page gives its stated results`() {

    let width = StoredProperty(3)
    let height = StoredProperty(4)
    width.value += 2
    print(width.value)  // 5

    let area = DerivedProperty(width, height) { $0 * $1 }
    print(area.value)  // 20
    height.value = 10
    print(area.value)  // 50

    let text = DerivedProperty { area.value > 40 ? "large" : "small" }
    print(text.value)  // large

    let updater = Updater()
    updater.keepUpToDate { print("It is", text.value) }  // prints "It is large"
    height.value = 11  // prints nothing: it is large, still
    height.value = 2  // prints "It is small"

    batch {
      width.value = 100
      height.value = 100
    }  // prints "It is large"

    final class Button { var isEnabled = true }
    let (button, form) = (Button(), LoginForm())
    // where the button is:
    updater.bind(object: button, keyPath: \.isEnabled, toProperty: form.canSubmit)

    print(button.isEnabled)  // false
    form.name.value = "Ann"
    form.password.value = "correct horse"
    print(button.isEnabled)  // true

    var screen: Screen? = Screen(text)
    print(screen?.shown ?? "")  // large
    screen = nil  // prints "released"
  }

  @Test func `an effect that captures the owner of its updater keeps the owner alive`() {
    final class Owner {
      let updater = Updater()
      var shown = 0
    }
    let count = StoredProperty(1)
    var owner: Owner? = Owner()
    weak var released: Owner?
    released = owner
    owner?.updater.keepUpToDate { [owner] in owner?.shown = count.value }
    owner = nil
    count.value = 2
    #expect(released?.shown == 2)
    released?.updater.cancel()
    #expect(released == nil)
  }
}
