/// Computes `input + amount`.
struct Adding: UnaryStep {
  let amount: Int

  func apply(_ input: Int) -> Int { input &+ amount }

  var raw: RawStep {
    RawStep(operand: amount) { nodes, index, pass in
      RawBuffer(nodes).settleUnary(index, pass) { $0 &+ $1 }
    }
  }
}

/// Computes `input * factor`.
struct Multiplying: UnaryStep {
  let factor: Int

  func apply(_ input: Int) -> Int { input &* factor }

  var raw: RawStep {
    RawStep(operand: factor) { nodes, index, pass in
      RawBuffer(nodes).settleUnary(index, pass) { $0 &* $1 }
    }
  }
}

/// Computes `minuend - input`.
struct SubtractingFrom: UnaryStep {
  let minuend: Int

  func apply(_ input: Int) -> Int { minuend &- input }

  var raw: RawStep {
    RawStep(operand: minuend) { nodes, index, pass in
      RawBuffer(nodes).settleUnary(index, pass) { $1 &- $0 }
    }
  }
}

/// Computes `first + second`.
struct AddingTwo: BinaryStep {
  func apply(_ first: Int, _ second: Int) -> Int { first &+ second }

  var raw: RawStep {
    RawStep { nodes, index, pass in RawBuffer(nodes).settleBinary(index, pass) { $0 &+ $1 } }
  }
}

/// Computes `first - second`.
struct Subtracting: BinaryStep {
  func apply(_ first: Int, _ second: Int) -> Int { first &- second }

  var raw: RawStep {
    RawStep { nodes, index, pass in RawBuffer(nodes).settleBinary(index, pass) { $0 &- $1 } }
  }
}

/// The sum of all inputs.
struct AddingAll: FoldStep {
  func begin() -> Int { 0 }
  func fold(_ partial: Int, _ input: Int) -> Int { partial &+ input }

  var raw: RawStep {
    RawStep { nodes, index, pass in RawBuffer(nodes).settleFold(index, pass, from: 0) { $0 &+ $1 } }
  }
}
