/// A step of a computation or of a load.
enum Action {
  case add(Int)
  /// Adds the second or the third definition, depending on the value of the first.
  case choose(Int, Int, Int)
  /// Awaits a resource.
  case wait(Int)
  case sleep(Int)
  case gate(Int)

  /// The definitions that the step may read.
  var reads: [Int] {
    switch self {
    case .add(let index), .wait(let index): [index]
    case .choose(let first, let second, let third): [first, second, third]
    case .sleep, .gate: []
    }
  }
}

/// The computation of a definition, which reads only definitions with smaller numbers.
struct Program {
  var start: Int
  var actions: [Action] = []
  /// The modulus of the sum, by which different inputs give equal results.
  var modulus = 7
  /// The computation throws if this number divides the sum.
  var failing: Int?
}

struct Failure: Error, Equatable { let number: Int }
