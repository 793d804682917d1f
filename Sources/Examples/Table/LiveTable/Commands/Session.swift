import ExampleScripts
import Upkeep
import UpkeepCollections

/// A conversation about a table: each line is a command, and each answer comes at once.
final class Session {
  /// The largest number of steps that a change prints.
  private static let mostSteps = 10

  private let table: Table
  private var history = StepHistory<(before: TableContent, after: TableContent)>()
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
  /// - Throws: A mistake if the line cannot be parsed or carried out; then nothing has changed.
  func play(_ line: ScriptLine) throws(ScriptMistake) {
    var content = table.content
    let command = try CommandParser.parse(line, for: table)
    switch command {
    case .undo: content = try found(history.undo()?.before, or: .nothingToUndo, line)
    case .redo: content = try found(history.redo()?.after, or: .nothingToRedo, line)
    default: break
    }
    if isEchoing { show(line.rest.escapedForTerminal()) }
    switch command {
    case .show: showAll(Report(table).lines)
    case .stats: showAll(Report(table).work)
    case .undo, .redo: change { table.content = content }
    default:
      change { table.make(command) }
      let new = table.content
      if new != content { history.add((content, new)) }
    }
  }

  private func found(
    _ content: TableContent?, or refusal: Refusal, _ line: ScriptLine
  ) throws(ScriptMistake) -> TableContent {
    guard let content else { throw line.mistake(refusal) }
    return content
  }

  private func change(_ body: () -> Void) {
    table.change(body)
    showSteps()
  }

  private func showAll(_ lines: [String]) {
    for line in lines { show("    \(line)") }
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
    case .undo, .redo, .show, .stats: break
    }
  }
}
