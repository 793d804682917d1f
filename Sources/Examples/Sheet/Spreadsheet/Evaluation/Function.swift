/// A function that formulas can call; its raw value is its name.
enum Function: String, CaseIterable {
  case sum = "SUM"
  case average = "AVERAGE"
  case min = "MIN"
  case max = "MAX"
  case count = "COUNT"
  case countAll = "COUNTA"
  case countIf = "COUNTIF"
  case sumIf = "SUMIF"
  case `if` = "IF"
  case ifError = "IFERROR"
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case absolute = "ABS"
  case round = "ROUND"
  case integer = "INT"
  case modulo = "MOD"
  case squareRoot = "SQRT"
  case length = "LEN"
  case concatenate = "CONCAT"
  case left = "LEFT"
  case right = "RIGHT"
  case middle = "MID"
  case upper = "UPPER"
  case lower = "LOWER"
  case index = "INDEX"
  case match = "MATCH"

  /// The numbers of arguments that the function takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .sum, .average, .min, .max, .count, .countAll, .and, .or, .concatenate: 1...Int.max
    case .not, .absolute, .integer, .squareRoot, .length, .upper, .lower: 1...1
    case .round, .left, .right: 1...2
    case .modulo, .countIf, .ifError: 2...2
    case .if, .sumIf, .index, .match: 2...3
    case .middle: 3...3
    }
  }

  /// Applies the function to its arguments; the parser has checked their number.
  func apply(_ arguments: [Operand], _ evaluator: Evaluator) throws(CellError) -> CellValue {
    switch self {
    case .sum, .average, .min, .max: try applyToNumbers(arguments, evaluator)
    case .count, .countAll: applyToCounts(arguments, evaluator)
    case .and, .or: try applyToConditions(arguments, evaluator)
    case .concatenate: try evaluator.concatenation(arguments)
    case .countIf, .sumIf: try applyToMatching(arguments, evaluator)
    case .index: try evaluator.element(arguments)
    case .match: try evaluator.position(arguments)
    case .left, .right, .middle, .length, .upper, .lower:
      try applyToTexts(try evaluator.scalars(arguments))
    case .not, .absolute, .round, .integer, .modulo, .squareRoot:
      try applyToScalars(try evaluator.scalars(arguments))
    case .if, .ifError: .empty  // The parser makes jumps of them, never calls.
    }
  }
}
