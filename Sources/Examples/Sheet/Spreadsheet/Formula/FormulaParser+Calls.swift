extension FormulaParser {
  /// Begins a call and reads its opening parenthesis.
  mutating func openCall(_ name: String) throws(FormulaError) {
    guard !name.utf8.contains(UInt8(ascii: "$")) else {
      throw lexer.error("\(name.prefix(40)) is not the name of a function")
    }
    let function = Function(rawValue: name.uppercased())
    _ = try lexer.next()
    try open(.call(PendingCall(function: function, name: name, start: instructions.count)))
  }

  /// Ends an argument, and writes the jumps of the lazy functions.
  ///
  /// The targets of the jumps are filled in at the end of the call.
  ///
  ///     IF       condition, branch, value, single, jump, otherwise, single
  ///     IFERROR  value, single, unless error, replacement, single
  mutating func endArgument(_ call: PendingCall) -> PendingCall {
    var call = call
    call.arguments += 1
    switch (call.function, call.arguments) {
    case (.if, 1):
      call.decision = instructions.count
      instructions.append(.branch(otherwise: 0, end: 0))
    case (.if, 2):
      call.jump = instructions.count + 1
      instructions += [.single, .jump(to: 0)]
    case (.ifError, 1):
      call.decision = instructions.count + 1
      instructions += [.single, .unlessError(jumpTo: 0)]
    case (.if, _), (.ifError, _): instructions.append(.single)
    default: break
    }
    return call
  }

  /// Ends a call at its closing parenthesis.
  ///
  /// The arguments of an unknown function must parse, but are never evaluated.
  mutating func close(_ call: PendingCall) throws(FormulaError) {
    closeParenthesis()
    guard let function = call.function else {
      instructions.removeSubrange(call.start...)
      let unknown = UnknownName(call.name, isFunction: true)
      instructions.append(.value(.error(CellError(unknown))))
      return
    }
    guard function.argumentCounts.contains(call.arguments) else {
      throw lexer.error("\(function.rawValue) does not take \(call.arguments) arguments")
    }
    guard let decision = call.decision else {
      instructions.append(.call(function, arguments: call.arguments))
      return
    }
    guard let jump = call.jump else {
      instructions[decision] = .unlessError(jumpTo: instructions.count)
      return
    }
    if call.arguments == 2 { instructions.append(.value(.boolean(false))) }
    instructions[decision] = .branch(otherwise: jump + 1, end: instructions.count)
    instructions[jump] = .jump(to: instructions.count)
  }
}
