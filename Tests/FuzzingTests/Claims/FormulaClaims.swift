@testable import Spreadsheet

/// The claims that must hold for the formula parser and the evaluator, for all texts.
///
/// The fuzzer and the test suite check the same claims.
enum FormulaClaims {
  /// The claim that the bytes violate; `nil` if all claims hold.
  ///
  /// The bytes are the text after the `=`, with invalid UTF-8 repaired.
  static func violation(_ bytes: [UInt8]) -> String? {
    let text = "=" + String(decoding: bytes, as: UTF8.self)
    do throws(FormulaError) {
      let formula = try FormulaParser.parse(text)
      return violation(of: formula, text)
    } catch {
      if error.reason.isEmpty { return "an error without a reason" }
      return (1...text.count + 1).contains(error.character) ? nil : "\(error) is outside"
    }
  }

  private static func violation(of formula: Formula, _ text: String) -> String? {
    if let found = violation(ofCounting: formula, text) { return found }
    let value = Evaluator(cells: Cells()).evaluate(formula)
    if case .number(let number) = value, !number.isFinite { return "\(number) is its value" }
    guard let printed = FormulaText.text(of: formula) else {
      return hasLongName(text) ? nil : "the program is not that of a formula"
    }
    // Printing needs no more parentheses than were typed: otherwise operators group in another way.
    let added = openings(in: printed) - openings(in: text)
    if added > 0 { return "\(printed) has \(added) parentheses more" }
    do throws(FormulaError) {
      let again = try FormulaParser.parse(printed)
      guard again.instructions == formula.instructions else {
        return "\(printed) is another program"
      }
      return FormulaText.text(of: again) == printed ? nil : "printed in two ways"
    } catch {
      return "\(printed): \(error)"
    }
  }

  /// The mistake in the number of steps: each token has one.
  ///
  /// A call of an unknown function has no steps, so a formula with one is not counted.
  private static func violation(ofCounting formula: Formula, _ text: String) -> String? {
    let tokens = tokens(of: text)
    let isUnknown = zip(tokens, tokens.dropFirst()).contains { token, next in
      guard case .word(let name) = token else { return false }
      return next == .opening && Function(rawValue: name.uppercased()) == nil
    }
    if isUnknown { return nil }
    var rest = counts(tokens)
    for (step, instruction) in formula.instructions.enumerated() {
      switch instruction {
      case .value, .cell, .range: rest.operands -= 1
      case .binary, .sign: rest.operators -= 1
      case .percent: rest.percents -= 1
      case .call, .unlessError: rest.calls -= 1
      case .branch(let otherwise, let end):
        rest.calls -= 1
        // The last argument is optional, but always has a step.
        rest.operands += end == otherwise + 1 ? 1 : 0
      case .single, .jump: break
      }
      if !isForward(instruction, from: step, in: formula) { return "a jump to nowhere" }
    }
    return rest == Counts() ? nil : "tokens without a step: \(rest)"
  }

  private struct Counts: Equatable {
    var operands = 0
    var operators = 0
    var percents = 0
    var calls = 0
  }

  private static func counts(_ tokens: [Token]) -> Counts {
    var counts = Counts()
    for (token, next) in zip(tokens, tokens.dropFirst() + [.end]) {
      switch token {
      case .number, .text: counts.operands += 1
      case .word where next == .opening: counts.calls += 1
      // Both ends of a range are one operand.
      case .word: counts.operands += next == .colon ? 0 : 1
      case .binary: counts.operators += 1
      case .percent: counts.percents += 1
      case .opening, .closing, .comma, .colon, .end: break
      }
    }
    return counts
  }

  private static func tokens(of text: String) -> [Token] {
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while let token = try? lexer.next(), token != .end { tokens.append(token) }
    return tokens
  }

  private static func openings(in text: String) -> Int {
    tokens(of: text).count { $0 == .opening }
  }

  private static func hasLongName(_ text: String) -> Bool {
    tokens(of: text).contains { token in
      if case .word(let name) = token { name.count >= 40 } else { false }
    }
  }

  private static func isForward(_ instruction: Instruction, from step: Int, in formula: Formula)
    -> Bool
  {
    let targets: [Int] =
      switch instruction {
      case .jump(let target), .unlessError(let target): [target]
      case .branch(let otherwise, let end): [otherwise, end]
      default: []
      }
    return targets.allSatisfy { (step + 1...formula.instructions.count).contains($0) }
  }

  /// A few cells with values of each kind, for formulas to read.
  private final class Cells: CellSource {
    private static let values: [(address: CellAddress, value: CellValue)] = [
      (CellAddress(column: 1, row: 1), .number(1)),
      (CellAddress(column: 2, row: 1), .text("text")),
      (CellAddress(column: 3, row: 1), .error(.divisionByZero)),
      (CellAddress(column: 1, row: 2), .number(-2.5)),
      (CellAddress(column: 2, row: 2), .boolean(true)),
    ]

    let lastRowInUse = 2

    func value(at address: CellAddress) -> CellValue {
      Self.values.first { $0.address == address }?.value ?? .empty
    }

    func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool) {
      for (address, value) in Self.values where range.contains(address) {
        guard body(address, value) else { return }
      }
    }
  }
}
