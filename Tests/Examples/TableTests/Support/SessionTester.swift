import ExampleScripts

@testable import LiveTable

/// A session over a small table, and its answers.
final class SessionTester {
  let table: Table
  private var lines: [String] = []
  private var session: Session?

  init(_ text: String = "name,count,kind\ntea,3,leaf\nrye,1,corn\nmilk,2,drink\n") throws {
    table = Table(try TableFile(text))
    session = Session(table, isEchoing: false) { [unowned self] in lines.append($0) }
  }

  /// Plays lines, and returns the answers; a mistake is `line:column: text`.
  func play(_ script: String) -> String {
    lines = []
    for (index, line) in script.split(separator: "\n").enumerated() {
      do throws(ScriptMistake) {
        try session?.play(try ScriptLine(Array(line.utf8)))
      } catch {
        lines.append("\(index + 1):\(error.column): \(error)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension TableFile {
  /// Reads a file's text.
  init(_ text: String) throws { try self.init(Array(text.utf8)) }
}
