/// The computation of a raw node: a function, and a constant it may use.
struct RawStep {
  let function: RawFunction
  let operand: Int

  init(operand: Int = 0, _ function: RawFunction) {
    self.function = function
    self.operand = operand
  }
}

/// Brings one node of a `RawBuffer` up to date.
typealias RawFunction =
  @convention(c) (
    _ nodes: UnsafeMutableRawPointer, _ index: Int, _ pass: Int
  ) -> RawOutcome.RawValue

/// The result of a node in a pass.
enum RawOutcome: UInt8 {
  /// No input had changed.
  case skipped
  /// Computed, with the same result.
  case same
  /// Computed, with a new result.
  case changed
}
