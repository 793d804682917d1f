import ExampleScripts
import Upkeep
import UpkeepCollections

/// A conversation about a table: each line is a command, and each answer comes at once.
final class Session {
  /// The largest number of steps that a change prints.
  private static let mostSteps = 10

  private let table: Table
  private let isEchoing: Bool
  private let show: (String) -> Void

  /// Begins a conversation.
  ///
  /// - Parameters:
  ///   - table: The table, which commands change.
  ///   - isEchoing: Whether a command is shown before its answer; a terminal shows it already.
  ///   - show: Gets each line to show.
  init(_ table: Table, isEchoing: Bool = true, show: @escaping (String) -> Void) {
    self.table = table
    self.isEchoing = isEchoing
    self.show = show
  }

  /// Carries out a line, and shows the answer.
  ///
  /// - Parameter bytes: The line, of any bytes, without its end.
  /// - Returns: Whether the conversation goes on.
  /// - Throws: A mistake if the line cannot be parsed or carried out; then nothing has changed.
  func play(_ bytes: [UInt8]) throws(ScriptMistake) -> Bool {
    let line = try ScriptLine(bytes)
    guard let command = try CommandParser.parse(line, for: table) else { return true }
    if isEchoing { show(TextLine.printable(line.rest)) }
    switch command {
    case .show: showAll(Report(table).lines)
    case .stats: showAll(Report(table).work)
    case .help: showAll(Command.language.split(separator: "\n", omittingEmptySubsequences: false))
    case .quit: return false
    default:
      table.change { table.make(command) }
      showSteps()
    }
    return true
  }

  private func showAll(_ lines: [some StringProtocol]) {
    for line in lines { show(line.isEmpty ? "" : "    \(line)") }
  }

  private func showSteps() {
    showAll(table.steps.prefix(Self.mostSteps).map { Report(table).line($0) })
    let rest = table.steps.count - Self.mostSteps
    if rest > 0 { show("    and \(rest) more") }
  }
}

extension Table {
  /// Makes the change that a command asks for.
  fileprivate func make(_ command: Command) {
    switch command {
    case .filter(let new): filter.value = new
    case .sort(let new): order.value = new
    case .group(let column): group(column)
    case .total(let column): total(column)
    case .window(let range): window.value = range
    case .set(let row, let column, let field): rows.update(row) { $0.fields[column] = field }
    case .remove(let row): rows.remove(row)
    case .add(let fields): add(fields)
    case .move(let row, let index): rows.move(row, to: index)
    case .generate(let count): generate(count)
    case .show, .stats, .help, .quit: break
    }
  }
}
