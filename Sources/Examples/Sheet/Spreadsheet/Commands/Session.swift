import ExampleScripts

/// A conversation on standard input: each line is a command, and each answer is printed at once.
///
/// A group of edits is a transaction that stays open while its lines are read. The loop that reads
/// the lines runs inside the transaction, and throws to roll it back. At the end of the group, each
/// formula is evaluated once; only a formula that a command reads in between is evaluated earlier.
final class Session {
  /// The reason why a group is rolled back.
  private enum Abandonment: Error {
    case byCommand
    case byEndOfInput
  }

  let workbook: Workbook
  let shell: Shell

  private var hasEnded = false
  private var hasFailedToSave = false

  /// Creates a conversation about a workbook.
  init(_ workbook: Workbook, on shell: Shell) {
    self.workbook = workbook
    self.shell = shell
  }

  /// Carries out commands until `quit` or the end of the input.
  ///
  /// - Returns: The exit status: 0, or 1 if a `save` failed.
  func run() -> Int32 {
    while let command = nextCommand() {
      attempt { () throws(Refusal) in try carryOut(command) }
    }
    shell.output.flush()
    return hasFailedToSave ? 1 : 0
  }

  /// The next command, `nil` at the end; a line that does not parse is refused and skipped.
  private func nextCommand() -> Command? {
    while !hasEnded {
      // The input also ends where it cannot be read.
      guard let line = try? shell.next() else { break }
      var command: Command?
      attempt { () throws(Refusal) in command = try Command(parsing: try Self.text(of: line)) }
      if command == .quit { break }
      if let command { return command }
    }
    hasEnded = true
    return nil
  }

  /// Carries out a command outside a group.
  private func carryOut(_ command: Command) throws(Refusal) {
    switch command {
    case .begin: group()
    case .edit(let edit):
      print(workbook.edit { workbook.setContent(edit.content, at: edit.address) })
      if shell.isInteractive { offerNames(near: edit.content) }
    case .undo: print(try Self.found(workbook.undo(), or: .nothingToUndo))
    case .redo: print(try Self.found(workbook.redo(), or: .nothingToRedo))
    case .save(let path): save(to: path)
    case .commit, .rollback: throw Refusal("no group is open; begin opens one")
    default: try look(command)
    }
  }

  /// Carries out a group, and then reports it as one edit.
  private func group() {
    do throws(Abandonment) {
      print(try workbook.edit(linesOfGroup))
    } catch .byCommand {
      shell.output.printLine("rolled back")
    } catch {
      shell.refuse("the input ended inside a group; it is rolled back")
    }
  }

  /// Carries out the lines of a group until it ends.
  ///
  /// - Throws: The reason why the group is rolled back.
  private func linesOfGroup() throws(Abandonment) {
    while let command = nextCommand() {
      switch command {
      case .edit(let edit): workbook.setContent(edit.content, at: edit.address)
      case .commit: return
      case .rollback: throw .byCommand
      case .begin, .undo, .redo, .save: shell.refuse("a group is open; commit or rollback first")
      default: attempt { () throws(Refusal) in try look(command) }
      }
    }
    throw .byEndOfInput
  }

  private func save(to path: String) {
    do throws(SystemError) {
      try SheetFile.write(SheetFile.bytes(of: workbook.sheet), to: path)
    } catch {
      hasFailedToSave = true
      shell.refuse("save: \(path): \(error)")
    }
  }

  private func print(_ report: EditReport) {
    let lines = report.changed.lazy.map(\.description)
    // Two lines are for the summary and the prompt.
    let held = shell.window?().held(lines, besides: 2) ?? lines.count
    lines.prefix(held).forEach(shell.output.printLine)
    if held < lines.count { shell.output.printLine("and \((lines.count - held).grouped) more") }
    shell.output.printLine("changed \(report.changed.count), recomputed \(report.recomputed)")
  }

  private func attempt(_ body: () throws(Refusal) -> Void) {
    do throws(Refusal) {
      try body()
    } catch {
      shell.refuse(error)
    }
  }

  private static func found(
    _ report: EditReport?, or refusal: Refusal
  ) throws(Refusal) -> EditReport {
    guard let report else { throw refusal }
    return report
  }

  private static func text(of line: [UInt8]) throws(Refusal) -> String {
    guard !line.contains(0) else { throw Refusal("a line with a NUL is refused") }
    do throws(ScriptMistake) {
      return try TextLine.decode(line)
    } catch {
      throw error.refusal
    }
  }
}
