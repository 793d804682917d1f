/// Counts computations.
final class Tally {
  private(set) var computations = 0

  func note() { computations += 1 }

  func reset() { computations = 0 }
}
