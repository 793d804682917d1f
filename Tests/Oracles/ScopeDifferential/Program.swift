/// One of the things that a computation or a load does, one after the other.
enum Action {
  case add(Int)
  /// One or the other, by what the first is.
  case choose(Int, Int, Int)
  /// Waits for a resource.
  case wait(Int)
  case sleep(Int)
  case gate(Int)

  /// The definitions that it may read.
  var reads: [Int] {
    switch self {
    case .add(let index), .wait(let index): [index]
    case .choose(let first, let second, let third): [first, second, third]
    case .sleep, .gate: []
    }
  }
}

/// The way in which a definition comes to its value.
///
/// A definition reads only those with a smaller number.
struct Program {
  var start: Int
  var actions: [Action] = []
  /// The modulus of the sum, so that different inputs give equal results.
  var modulus = 7
  /// It throws where the sum can be divided by it.
  var failing: Int?
}

struct Failure: Error, Equatable { let number: Int }
