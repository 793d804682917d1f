import ExampleScripts
import Upkeep

/// Plays a script of a login.
@MainActor final class Session {
  /// The login screen that the steps act on; its clock stands still between them.
  private struct Desk {
    let clock = ManualClock()
    let login: LoginManager
    let tip = FirstTimeTip()
    let form = LoginForm()
    let screen: Screen

    init() {
      login = LoginManager(clock: clock)
      screen = Screen(login, tip, form)
    }
  }

  private var desk = Desk()
  private var history = StepHistory<Step>()
  private let isEchoing: Bool
  private let show: (String) -> Void

  /// Begins with nobody logged in.
  ///
  /// - Parameters:
  ///   - isEchoing: Whether a line is shown before its answer; a terminal shows it already.
  ///   - show: Gets each line to show.
  init(isEchoing: Bool = true, show: @escaping (String) -> Void) {
    self.isEchoing = isEchoing
    self.show = show
  }

  /// Plays a line, and shows the line and the screen after it.
  ///
  /// - Throws: A mistake if the line is wrong; then nothing has changed.
  func play(_ line: ScriptLine) throws(ScriptMistake) {
    var rest = line
    let step = try Step.parse(&rest)
    switch step {
    case .why: break
    case .undo:
      if history.undo() == nil { throw line.mistake(.nothingToUndo) }
      // Views and clock only follow the steps, so the same steps lead to the same screen.
      desk = Desk()
      for step in history.done { play(step) }
    case .redo:
      guard let step = history.redo() else { throw line.mistake(.nothingToRedo) }
      play(step)
    case .submit where !desk.screen.button.isEnabled:
      throw line.mistake("a button that is on before a submit (\(desk.screen.problem.text ?? ""))")
    case .clickTip where desk.screen.tip.isHidden: throw line.mistake("a tip that is shown")
    default:
      history.add(step)
      play(step)
    }
    if isEchoing { show(line.rest.escapedForTerminal()) }
    let lines = step == .why ? reasons : [desk.screen.description]
    for line in lines { show("    \(line.escapedForTerminal())") }
  }

  private func play(_ step: Step) {
    switch step {
    case .name(let text): desk.form.name.value = text
    case .password(let text): desk.form.password.value = text
    case .submit: desk.login.logIn(desk.form.name.value, desk.form.password.value)
    case .clickTip: desk.tip.wasClicked.value = true
    case .logOut: desk.login.user.value = nil
    case .wait(let duration): desk.clock.advance(by: duration)
    case .undo, .redo, .why: break
    }
  }

  /// The state of each view, and the values that it follows from.
  private var reasons: [String] {
    let (screen, login, form) = (desk.screen, desk.login, desk.form)
    let user = login.user.value
    let tip = desk.tip.wasClicked.value ? "the tip was clicked" : "nobody has clicked the tip"
    return [
      "header \"\(screen.header.text ?? "")\": \(user ?? "nobody") is logged in",
      "tip \(screen.tip.isHidden ? "hidden" : "shown"): \(user ?? "nobody") is logged in, \(tip)",
      "button \(screen.button.isEnabled ? "on" : "off"): "
        + "the name has \(form.name.value.count) characters, "
        + "the password \(form.password.value.count) (8 are needed), "
        + "the login is \(login.isLocked.value ? "locked" : "not locked") "
        + "after wrong passwords: \(login.failureCount.value)",
    ]
  }
}
