/// Turns the text of a formula into its program.
///
/// The method is Dijkstra's shunting yard: operands are written out at once, and operators wait on
/// a stack until the next symbol does not bind tighter. There is no recursion, so no formula can
/// exhaust the stack.
///
/// - Complexity: O(n) for n bytes.
struct FormulaParser {
  /// The depth to which parentheses and calls may be nested.
  static let deepest = 1_000

  /// An operator that waits for its right side, or a parenthesis that waits for its end.
  enum Pending {
    case unary(UnaryOperator)
    case binary(BinaryOperator)
    case parenthesis
    case call(PendingCall)
  }

  var lexer: Lexer
  var instructions: [Instruction] = []
  var pending: [Pending] = []
  private var depth = 0

  private init(_ text: String) {
    lexer = Lexer(text)
  }

  /// Parses a content that begins with `=`.
  ///
  /// - Throws: A ``FormulaError`` at the first wrong place.
  static func parse(_ text: String) throws(FormulaError) -> Formula {
    var parser = FormulaParser(text)
    var expectsOperand = true
    while true {
      let token = try parser.lexer.next()
      if expectsOperand {
        expectsOperand = try parser.takeOperand(token)
      } else if token == .end {
        return try parser.finish()
      } else {
        expectsOperand = try parser.takeOperator(token)
      }
    }
  }

  private mutating func finish() throws(FormulaError) -> Formula {
    popOperators()
    guard pending.isEmpty else { throw lexer.error("expected ), found the end") }
    return Formula(instructions)
  }

  /// Takes a token where an operand should begin; returns whether an operand is still expected.
  private mutating func takeOperand(_ token: Token) throws(FormulaError) -> Bool {
    switch token {
    case .number(let number): instructions.append(.value(.number(number)))
    case .text(let text): instructions.append(.value(.text(text)))
    case .word(let word): return try takeWord(word)
    case .binary(.subtract), .binary(.add):
      pending.append(.unary(token == .binary(.add) ? .plus : .minus))
      return true
    case .opening:
      try open(.parenthesis)
      return true
    case .closing:
      guard case .call(let call)? = pending.last, call.arguments == 0 else {
        throw lexer.error("expected a value, found )")
      }
      try close(call)
    default: throw lexer.error("expected a value, found \(token)")
    }
    return false
  }

  /// Takes a token after an operand; returns whether another operand is expected.
  private mutating func takeOperator(_ token: Token) throws(FormulaError) -> Bool {
    switch token {
    case .percent:
      instructions.append(.percent)
      return false
    case .binary(let symbol):
      popOperators(bindingAtLeast: symbol.precedence)
      pending.append(.binary(symbol))
      return true
    case .comma:
      popOperators()
      guard case .call(let call)? = pending.popLast() else {
        throw lexer.error("a comma outside the arguments of a function")
      }
      pending.append(.call(endArgument(call)))
      return true
    case .closing:
      popOperators()
      switch pending.last {
      case .call(let call)?: try close(endArgument(call))
      case .parenthesis?: closeParenthesis()
      default: throw lexer.error("a ) without its (")
      }
      return false
    default: throw lexer.error("expected an operator, found \(token)")
    }
  }

  /// Writes out the waiting operators with at least a given precedence, up to the open parenthesis.
  private mutating func popOperators(bindingAtLeast precedence: Int = 0) {
    while let last = pending.last {
      switch last {
      case .unary(let sign): instructions.append(.sign(sign))
      case .binary(let symbol) where symbol.precedence >= precedence:
        instructions.append(.binary(symbol))
      default: return
      }
      pending.removeLast()
    }
  }

  /// Begins parentheses or a call.
  mutating func open(_ parenthesis: Pending) throws(FormulaError) {
    depth += 1
    guard depth <= Self.deepest else {
      throw lexer.error("more than \(Self.deepest) levels of parentheses")
    }
    pending.append(parenthesis)
  }

  /// Ends the innermost parentheses or call.
  mutating func closeParenthesis() {
    depth -= 1
    pending.removeLast()
  }
}
