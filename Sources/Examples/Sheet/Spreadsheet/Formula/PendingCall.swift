/// A call whose closing parenthesis has not been read yet.
struct PendingCall {
  /// The function; `nil` if the name is unknown.
  let function: Function?

  /// The name as it was written.
  let name: String

  /// The length of the program when the call began.
  let start: Int

  /// The number of complete arguments.
  var arguments = 0

  /// The index of the step that decides which argument of a lazy function is evaluated.
  var decision: Int?

  /// The index of the step that jumps from the second argument of `IF` to the end.
  var jump: Int?
}
