import ExampleScripts
import Foundation
import Upkeep
import UpkeepCollections

/// The program `table`: filters, sorts, groups and totals a table while its rows change.
public enum TableProgram {
  private static let program = ScriptProgram(
    "table", usage: "usage: table [FILE] [--script=FILE | --demo]",
    help: """
      Shows the table of a file of comma-separated values, or the one that comes with the program (where
      Iowa's electricity came from), and takes commands from standard input, from a script, or, with
      --demo, from the script that comes with the program.

      Semicolons and tabs between fields, UTF-16 and Windows-1252 are found out; what the table assumes
      about a file is said in a line on standard error. A column whose fields are numbers, or missing
      (empty, NA, N/A, NaN, null or .), is sorted as numbers, and missing ones come last. Integers with
      leading zeros or too many digits for a number are text.
      """,
    expected: "--script=FILE, --demo, --help or a file", manual: Command.manual,
    bundled: Bundle.module.bundleURL.appendingPathComponent("iowa.table"))

  /// Runs the program.
  ///
  /// - Parameter arguments: The command line, the name of the program first.
  /// - Returns: The exit status: 0 for success; 1 if a line was wrong; 2 if the command line was
  ///   wrong, a file could not be read, or the output could not be written.
  @MainActor public static func run(arguments: [String]) async -> Int32 {
    let options: TableOptions
    do throws(Refusal) {
      options = try TableOptions(arguments.dropFirst())
    } catch {
      return program.refuse(error.description)
    }
    if options.wantsHelp { return program.printHelp() }
    let path = options.file ?? TableFile.bundledPath
    guard let table = open(path) else { return 2 }
    return await program.play(options.script) { shell in
      table.work.progress = shell.progress
      let size = "rows: \(table.rows.value.count), columns: \(table.columns.count)"
      shell.greet("\(options.file ?? "where Iowa's electricity came from") (\(size)); try show")
      let session = Session(table, isEchoing: !shell.isInteractive, show: shell.output.printLine)
      return { line throws(ScriptMistake) in try session.play(line) }
    }
  }

  @MainActor private static func open(_ path: String) -> Table? {
    let name = path.isEmpty ? "\"\"" : path.escapedForTerminal()
    let errors = TextOutput(to: .standardError)
    let progress = ProgressLine.ofThisProgram
    defer { errors.flush() }
    do {
      // Before an error is printed, too, which would stand behind the progress.
      defer { progress?.end() }
      let file = try TableFile(path: path, progress: progress)
      let table = Table(file, progress: progress)
      let assumed = file.assumptions.description
      if !assumed.isEmpty { errors.printLine("\(name): assumed: \(assumed)") }
      return table
    } catch let error as FileMistake {
      errors.printLine("\(name):\(error)")
    } catch {
      program.complain("\(name): \(error)")
    }
    return nil
  }
}
