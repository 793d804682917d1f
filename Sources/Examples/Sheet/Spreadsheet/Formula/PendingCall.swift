/// A call whose closing parenthesis has not been read yet.
struct PendingCall {
  /// The function; `nil` where the name is unknown.
  let function: Function?

  /// The name as it was written.
  let name: String

  /// How long the program was when the call began.
  let start: Int

  /// How many arguments have been read to their end.
  var arguments = 0

  /// Where the step is that decides which argument of a lazy function is evaluated.
  var decision: Int?

  /// Where the step is that jumps from the second argument of `IF` to the end.
  var jump: Int?
}
