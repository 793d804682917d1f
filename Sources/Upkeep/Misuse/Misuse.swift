/// A mistake in the use of a graph, found while it runs.
///
/// Every mistake goes to the handler that `withMisuseHandler` has installed, or to standard error.
/// The page `Mistakes` has each kind, with its usual cause and its cure.
public struct Misuse: Error, CustomStringConvertible {
  /// The name of the kind, such as `writeInDerivation`, to tell mistakes apart.
  public let kind: String
  /// The error of a cycle, a `CycleError`, or the error that an effect threw; nil for other kinds.
  public let error: (any Error)?

  private let message: @Sendable () -> String

  /// Makes a mistake whose kind is the name of the calling function.
  ///
  /// The message is composed when it is asked for: the names of a long cycle take memory.
  package init(
    _ message: @autoclosure @escaping @Sendable () -> String, error: (any Error)? = nil,
    function: String = #function
  ) {
    kind = String(function.prefix { $0 != "(" })
    self.error = error
    self.message = message
  }

  /// The message: the expectation, the finding with its place, and the next step.
  public var description: String { message() }
}
