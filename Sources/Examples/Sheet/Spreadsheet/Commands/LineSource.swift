/// A source of the lines of a conversation.
protocol LineSource {
  /// Waits for the next line.
  ///
  /// - Parameter beforeWaiting: Called before the source waits for input.
  /// - Returns: The line without its end; `nil` at the end of the input.
  mutating func next(beforeWaiting: () -> Void) -> [UInt8]?
}
