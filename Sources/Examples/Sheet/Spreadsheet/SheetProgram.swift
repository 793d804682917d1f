import DelimitedText
import ExampleScripts
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
    let shell = Shell("sheet", Command.manual)
    let options: Options
    do throws(Refusal) {
      options = try Options(arguments.dropFirst())
    } catch {
      shell.refuse(error)
      return 2
    }
    if options.wantsHelp {
      shell.output.printLine(Options.help)
      return finish(shell)
    }
    // Cells show their cycles, so the reports of cycles are ignored.
    let ignore: (Misuse) -> Void = { _ in }
    return withMisuseHandler(ignore) {
      guard let workbook = open(options.file ?? BundledSheet.path, shell) else { return 1 }
      return converse(options, workbook, shell)
    }
  }

  private static func open(_ path: String, _ shell: Shell) -> Workbook? {
    do {
      let workbook = Workbook()
      workbook.sheet.progress = shell.progress
      try SheetFile.load(path, into: workbook.sheet)
      return workbook
    } catch let error as CSVError {
      shell.complain("\(path):\(error.line):\(error.column): \(error.reason.rawValue)")
    } catch {
      shell.complain("\(path): \(error)")
    }
    return nil
  }

  private static func converse(
    _ options: Options, _ workbook: Workbook, _ shell: Shell
  ) -> Int32 {
    if options.isScript {
      Script(options, on: workbook).run(printingTo: shell.output)
      return finish(shell)
    }
    let session = Session(workbook, on: shell)
    session.greet(options.file ?? "the weather in Seattle")
    return session.run()
  }

  private static func finish(_ shell: Shell) -> Int32 {
    shell.output.flush()
    guard let failure = shell.output.failure else { return 0 }
    shell.refuse("standard output: \(failure)")
    return 1
  }
}
