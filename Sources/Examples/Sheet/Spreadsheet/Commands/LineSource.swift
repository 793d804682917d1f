/// A source of the lines of a conversation.
protocol LineSource {
  /// Waits for the next line.
  ///
  /// - Parameter beforeWaiting: Called before the program waits for somebody to type.
  /// - Returns: The line without its end; `nil` where there is none any more.
  mutating func next(beforeWaiting: () -> Void) -> [UInt8]?
}
