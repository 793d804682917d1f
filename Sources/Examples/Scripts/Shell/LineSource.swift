/// A source of the lines of a conversation.
protocol LineSource {
  /// Waits for the next line.
  ///
  /// - Parameter beforeWaiting: Called before the source waits for input.
  /// - Returns: The line without its end; `nil` at the end of the input.
  /// - Throws: The reason why the input cannot be read.
  mutating func next(beforeWaiting: () -> Void) throws(SystemError) -> [UInt8]?
}
