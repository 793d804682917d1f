import DelimitedText
import Foundation
import Upkeep

/// The program `sheet`: a spreadsheet on the command line in which every cell is a property.
///
///     sheet [FILE] [--set A1=CONTENT]... [--get A1]... [--json]
///     sheet --help
public enum SheetProgram {
  /// Runs the program and ends the process.
  ///
  /// The exit status is 0 for success; 1 if a file could not be opened or saved, or standard output
  /// not be written; 2 if the command line is wrong.
  ///
  /// - Parameter arguments: The command line, the name of the program first.
  public static func run(arguments: [String]) -> Never {
    signal(SIGPIPE, SIG_IGN)
    LargeStack.exit { run(arguments) }
  }

  private static func run(_ arguments: [String]) -> Int32 {
    let output = TextOutput(to: .standardOutput)
    let errors = TextOutput(to: .standardError)
    defer { errors.flush() }
    let options: Options
    do throws(CommandError) {
      options = try Options(arguments.dropFirst())
    } catch {
      errors.printLine("sheet: \(error)")
      return 2
    }
    if options.wantsHelp {
      output.printLine(Options.help)
      return finish(output, errors)
    }
    // Cells show their cycles, so the reports of cycles are ignored.
    let ignore: (Misuse) -> Void = { _ in }
    return withMisuseHandler(ignore) {
      guard let workbook = open(options.file ?? BundledSheet.path, errors) else { return 1 }
      return converse(options, workbook, output, errors)
    }
  }

  private static func open(_ path: String, _ errors: TextOutput) -> Workbook? {
    do {
      let workbook = Workbook()
      if FileDescriptor.standardError.isTerminal {
        workbook.sheet.progress = ProgressLine(on: errors)
      }
      try SheetFile.load(path, into: workbook.sheet)
      return workbook
    } catch let error as CSVError {
      errors.printLine("\(path):\(error.line):\(error.column): \(error.reason.rawValue)")
    } catch {
      errors.printLine("\(path): \(error)")
    }
    return nil
  }

  private static func converse(
    _ options: Options, _ workbook: Workbook, _ output: TextOutput, _ errors: TextOutput
  ) -> Int32 {
    guard options.isScript else {
      return session(options, workbook, output, errors).run()
    }
    Script(options, on: workbook).run(printingTo: output)
    return finish(output, errors)
  }

  /// The conversation, interactive if standard input and output are a terminal.
  private static func session(
    _ options: Options, _ workbook: Workbook, _ output: TextOutput, _ errors: TextOutput
  ) -> Session {
    let input = FileDescriptor.standardInput
    let prompt = input.isTerminal ? "> " : ""
    let plain = LineInput(from: input)
    guard input.isTerminal, output.isTerminal else {
      return Session(workbook, input: plain, output: output, errors: errors, prompt: prompt)
    }
    // The line editor draws the prompt itself.
    let edited = SystemTerminal().map { EditedInput(on: $0, prompt: prompt) }
    let session = Session(
      workbook, input: edited ?? plain as any LineSource, output: output, errors: errors,
      prompt: edited == nil ? prompt : "", window: { Window(of: .standardOutput) })
    session.greet(options.file ?? "the weather in Seattle")
    return session
  }

  private static func finish(_ output: TextOutput, _ errors: TextOutput) -> Int32 {
    output.flush()
    guard let failure = output.failure else { return 0 }
    errors.printLine("sheet: standard output: \(failure)")
    return 1
  }
}
