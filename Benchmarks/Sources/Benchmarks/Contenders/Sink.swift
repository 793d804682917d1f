/// Receives the value of every effect of every contender.
///
/// It makes the same two additions for all contenders, so that timed samples, too, count effect
/// runs and sum values.
final class Sink {
  /// The number of effect runs.
  private(set) var runs = 0
  /// The sum of the received values.
  private(set) var sum = 0

  func take(_ value: Int) {
    runs &+= 1
    sum &+= value
  }

  func reset() {
    runs = 0
    sum = 0
  }
}
