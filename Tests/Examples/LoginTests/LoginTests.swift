import Testing
import Upkeep

@testable import login

@Suite struct LoginTests {
  let login = LoginManager()
  let tip = FirstTimeTip()
  let form = LoginForm()

  @Test func `the tip shows to a user who is logged in and has not clicked it, in any order`() {
    let screen = Screen(login, tip, form)
    #expect(screen.tip.isHidden)
    login.user.value = "Ada"
    #expect(!screen.tip.isHidden)
    tip.wasClicked.value = true
    #expect(screen.tip.isHidden)
    tip.wasClicked.value = false
    #expect(!screen.tip.isHidden)
    login.user.value = nil
    #expect(screen.tip.isHidden)
  }

  @Test func `the button is on while the form has no problem`() {
    let screen = Screen(login, tip, form)
    #expect(screen.problem.text == "A name is missing" && !screen.button.isEnabled)
    form.name.value = "Ada"
    #expect(screen.problem.text == "The password is too short" && !screen.button.isEnabled)
    form.password.value = "correct horse"
    #expect(screen.problem.text == nil && screen.button.isEnabled)
  }

  @Test func `a screen that goes leaves nothing behind`() {
    var screen: Screen? = Screen(login, tip, form)
    weak let watched = screen
    #expect(login.user.subscriberCount == 2)
    screen = nil
    #expect(watched == nil)
    #expect(login.user.subscriberCount == 0)
  }
}
