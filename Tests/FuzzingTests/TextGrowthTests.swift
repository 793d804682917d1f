import DelimitedText
import Differential
import Foundation
import Testing

@testable import BenchmarkReport
@testable import Conversation
@testable import ExampleScripts
@testable import Spreadsheet
@testable import UpkeepStore

/// Checks that every function that makes a text of a text has a linear cost: four times the bytes
/// cost about four times as much, and not sixteen times.
///
/// A new function of this kind belongs in one of the tables.
@Suite(.serialized) struct TextGrowthTests {
  /// Texts of which a long text is made: they contain everything that functions escape, cut at or
  /// count.
  private static let units = ["\"", "\n", "'\\\t\r,\u{1B}&<é=B1+e\u{301}(🙂 "]

  @Test(arguments: units)
  func `the text that sheet reads and prints costs its bytes`(unit: String) {
    expectLinear(
      [
        "escapedForPrinting": { $0.escapedForPrinting.utf8.count },
        "escapedForTerminal": { $0.escapedForTerminal().utf8.count },
        "cut": { $0.cut(toColumns: 1 << 30).utf8.count },
        "KeyDecoder": { text in
          var decoder = KeyDecoder()
          return decoder.keys(for: Array(text.utf8)).count
        },
        "JSONText.string": { JSONText.string($0).utf8.count },
        "trimmingBlanks": { (" \t" + $0 + " ").trimmingBlanks().utf8.count },
        "CellContent": { CellContent("'" + $0).text.utf8.count },
        "CellValue.==": { CellValue.text($0) == .text($0 + "") ? 1 : 0 },
        "CellRange": { CellRange($0) == nil ? 1 : 0 },
        "Double(spelled:)": { Double(spelled: $0) == nil ? 1 : 0 },
        "Command": { (try? Command(parsing: "set A1 = " + $0)) == nil ? 1 : 0 },
        "Command, unknown": { (try? Command(parsing: $0)) == nil ? 1 : 0 },
        "CSVReader": { quotedField($0).utf8.count },
        "CSVReader, malformed": {
          (try? CSVReader.readCells(Array($0.utf8)) { _, _ in }) == nil ? 1 : 0
        },
        "CSVWriter": { written($0).count },
      ], unit)
  }

  @Test(arguments: units)
  func `text functions of formulas cost their texts' bytes`(unit: String) {
    expectLinear(
      [
        "a text": { value(of: "=" + literal($0)) },
        "a text that is never closed": { value(of: "=\"" + $0) },
        "anything": { value(of: "=" + $0) },
        "functions": {
          value(of: "=LEN(UPPER(LOWER(LEFT(RIGHT(MID(\(literal($0)),1,9^9),9^9),9^9))))")
        },
        "a comparison": { value(of: "=\(literal($0))<\(literal($0 + "x"))") },
        "joined": {
          value(of: "=" + $0.prefix(4_000).map { literal(String($0)) }.joined(separator: "&"))
        },
        "criterion": { Criterion(.text("<>" + $0)).matches(.text($0)) ? 1 : 0 },
        "criterion, a value": { Criterion(.text($0)).matches(.text($0)) ? 1 : 0 },
      ], unit)
  }

  @Test func `n texts joined by an operator cost their bytes`() {
    let operand = "&\"" + String(repeating: "x", count: 256) + "\""
    expectLinear(
      ["&": { value(of: "=1" + String(repeating: operand, count: $0.utf8.count / 8)) }], "1")
  }

  @Test(arguments: units)
  func `the text of a chat, of a dump and of a benchmark report costs its bytes`(unit: String) {
    func saved(_ text: String) -> [UInt8] {
      let key = Key(name: text, form: "", engine: "", n: 1)
      let one = Case(
        key, nsPerWrite: 1, nsPerNode: 1, ratioToHandwritten: nil, recomputations: 0, effects: 0,
        samples: 1)
      return Array(JSONOutput.text([one]).utf8)
    }
    func step(_ bytes: [UInt8]) throws -> Step { try StepParser.parse(try ScriptLine(bytes)) }
    expectLinear(
      [
        "quoted": { TextLine.quoted($0[...]).utf8.count },
        "decode": { (try? TextLine.decode(Array($0.utf8)))?.utf8.count ?? 0 },
        "decode, malformed": { (try? TextLine.decode(Array($0.utf8) + [0xFF])) == nil ? 1 : 0 },
        "draft": { (try? step(Array("draft \($0)".utf8))) == nil ? 1 : 0 },
        "receive": { (try? step(Array("receive \($0): \($0)".utf8))) == nil ? 1 : 0 },
        "wait": { (try? step(Array("wait \($0)".utf8))) == nil ? 1 : 0 },
        "anything": { (try? step(Array($0.utf8))) == nil ? 1 : 0 },
        "dump": { ValueDump($0).description.utf8.count },
        "dump inside": { ValueDump([[$0]: $0]).description.utf8.count },
        "difference": { ValueDump.difference(from: $0, to: "x" + $0)?.utf8.count ?? 0 },
        "Markup": { Markup.escaped($0).utf8.count },
        "JSONOutput": { saved($0).count },
        "SavedRun": { (try? SavedRun(saved($0), file: "a"))?.cases.count ?? 0 },
        "SavedRun, malformed": { (try? SavedRun(Array($0.utf8), file: "a"))?.cases.count ?? 0 },
        "NameAdvice": { NameAdvice.text(for: $0, among: ["deep"]).utf8.count },
        "Grid": { Grid(columns: [.left, .right], rows: [[$0, $0], ["", " "]]).text.utf8.count },
      ], unit)
  }
}

// MARK: - Measuring

/// Runs each function on texts of 12,000 bytes and of four times as many.
private func expectLinear(
  _ functions: KeyValuePairs<String, (String) -> Int>, _ unit: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (name, function) in functions {
    let growth = Growth.timed(from: 12_000) { bytes in
      let text = String(repeating: unit, count: max(1, bytes / unit.utf8.count))
      return threadSeconds { sink &+= function(text) }
    }
    #expect(
      growth.isLinear, "\(name) of \(unit.debugDescription): \(growth)",
      sourceLocation: sourceLocation)
  }
}

/// Keeps the optimizer from removing measured calls.
///
/// SAFETY: the suite is serialized, so one thread at a time uses it.
nonisolated(unsafe) private var sink = 0

// MARK: - The functions

private func written(_ text: String) -> [UInt8] {
  var writer = CSVWriter()
  writer.append(text, at: CellAddress(column: 1, row: 1))
  return writer.finish()
}

private func quotedField(_ text: String) -> String {
  var read = ""
  try? CSVReader.readCells(written(text + "\n\"")) { read = $1 }
  return read
}

private func literal(_ text: String) -> String {
  "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
}

private final class NoCells: CellSource {
  let lastRowInUse = 0
  func value(at address: CellAddress) -> CellValue { .empty }
  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool) {}
}

private func value(of text: String) -> Int {
  switch CellContent(text).meaning {
  case .constant(let value): value.description.utf8.count
  case .broken(let error): error.description.utf8.count
  case .formula(let formula):
    Evaluator(cells: NoCells()).evaluate(formula).description.utf8.count
  }
}
