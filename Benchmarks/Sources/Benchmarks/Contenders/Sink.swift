/// The sink to which every effect of every contender delivers its value.
///
/// All contenders carry the same two additions, so runs of effects are counted and values are
/// summed in timed samples too.
final class Sink {
  /// The number of effect runs.
  private(set) var runs = 0
  /// The sum of the values the effects were given.
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
