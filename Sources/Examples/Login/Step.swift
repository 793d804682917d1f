import ExampleScripts

/// One step of a script.
enum Step: Equatable {
  case name(String)
  case password(String)
  case wait(Duration)
  case submit, clickTip, logOut, undo, redo, why

  /// The language of scripts.
  static let manual = Manual(
    [
      "# ...": "a comment; blank lines mean nothing",
      "name [TEXT]": "types a name in place of the last one",
      "password [TEXT]": "types a password; the right one is \"\(LoginManager.password)\"",
      "submit": "presses the button",
      "tip": "clicks the tip for new users",
      "log-out": "logs the user out",
      "wait SECONDS": "advances the clock: 2 or 0.25, at most 3600",
      "why": "tells why each view is as it is",
      "undo, redo": "takes the last step back, or makes it again",
    ],
    topics: [
      "submit": "Three wrong passwords lock the login for 30 seconds: wait 30."
    ])

  /// Reads a line that is neither blank nor a comment.
  static func parse(_ line: inout ScriptLine) throws(ScriptMistake) -> Step {
    let start = line
    let step: Step
    switch line.takeWord() {
    case "name": return .name(line.takeAll())
    case "password": return .password(line.takeAll())
    case "submit": step = .submit
    case "tip": step = .clickTip
    case "log-out": step = .logOut
    case "wait": step = .wait(try line.takeSeconds())
    case "why": step = .why
    case "undo": step = .undo
    case "redo": step = .redo
    default: throw start.mistake(manual.words.joined(separator: ", "))
    }
    try line.end()
    return step
  }
}
