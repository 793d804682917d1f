/// The place where a program meets its user: lines come in, answers and refusals go out.
///
/// If a person types, the shell edits lines, keeps their history, and offers near names.
package final class Shell {
  private static let prompt = "> "

  /// The name of the program.
  package let name: String
  /// The commands of the program.
  package let manual: Manual
  /// The output for answers.
  package let output = TextOutput(to: .standardOutput)
  /// The output for refusals.
  package let errors = TextOutput(to: .standardError)
  /// Shows the progress of long work; `nil` without a terminal.
  package let progress: ProgressLine?
  /// The size of the terminal's window now; `nil` if no person types and reads.
  package let window: (() -> Window)?

  private let file: FileDescriptor

  /// The source of lines, which changes the terminal only if lines are read.
  private lazy var input: any LineSource = {
    guard isInteractive else { return LineInput(from: file) }
    if let terminal = SystemTerminal() { return EditedInput(on: terminal, prompt: Self.prompt) }
    return TypedInput(from: file, promptingOn: output, Self.prompt)
  }()

  /// Creates the shell of a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program in messages.
  ///   - manual: The commands of the program.
  ///   - file: The file of the commands.
  package init(_ name: String, _ manual: Manual, reading file: FileDescriptor = .standardInput) {
    self.name = name
    self.manual = manual
    self.file = file
    progress = .ofThisProgram
    let isTyped = file.isStandardInput && file.isTerminal && output.isTerminal
    window = isTyped ? { Window(of: .standardOutput) } : nil
    for stream in [output, errors] { stream.beforeWriting = { [progress] in progress?.wipe() } }
  }

  /// Whether a person types and reads, on a terminal.
  package var isInteractive: Bool { window != nil }

  /// Waits for the next line, after everything that was printed has been written.
  ///
  /// - Returns: The line; `nil` at the end of the input.
  package func next() throws(SystemError) -> [UInt8]? {
    try input.next(beforeWaiting: output.flush)
  }

  /// Tells a person what there is, and how to get help and to leave.
  package func greet(_ content: String) {
    guard isInteractive else { return }
    output.printLine("\(name): \(content)")
    output.printLine("help lists the commands; quit or Ctrl-D ends.")
  }

  /// Writes a refusal, after everything that was printed before.
  ///
  /// The names that may have been meant are offered to a person.
  package func refuse(_ refusal: Refusal) {
    complain("\(name): \(refusal)\(isInteractive ? NearNames.hint(refusal.nearNames) : "")")
  }

  /// Writes a refusal for a reason, after everything that was printed before.
  package func refuse(_ reason: String) { refuse(Refusal(reason)) }

  /// Writes a message to standard error, after everything that was printed before.
  package func complain(_ message: String) {
    output.flush()
    errors.printLine(message)
    errors.flush()
  }
}
