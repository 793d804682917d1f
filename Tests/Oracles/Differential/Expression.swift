/// The computation of a derived value or an effect.
///
/// A node is a number.
indirect enum Expression: Hashable, Sendable {
  case constant(Int)
  /// A tracked read.
  case read(Int)
  /// A read without a dependency.
  case peek(Int)
  case untracked(Expression)
  case add(Expression, Expression)
  case multiply(Expression, Expression)
  case remainder(Expression, Int)
  case clamp(Expression, Int, Int)
  case greater(Expression, Expression)
  /// Reads only one of its branches.
  case ifElse(Expression, Expression, Expression)
  /// Reads one node of a row.
  case index(Expression, [Int])
  /// Makes a derived value inside the computation and reads it.
  case local(Expression)
  /// Fails if the value is odd.
  case failIf(Expression)
  /// The first value; the second value if the first fails.
  case tryOr(Expression, Expression)
  /// The sum over a list or a collection: reads the list and peeks at the elements.
  case sum(Int)
  /// Whether a layer lies over a tentative property: 1 or 0.
  case isTentative(Int)
  /// Misuse: writes inside a derivation. The value is the number that it would have written.
  case write(Int, Int)

  /// The subexpressions, in order of evaluation.
  var parts: [Expression] {
    switch self {
    case .constant, .read, .peek, .write, .sum, .isTentative: []
    case .untracked(let part), .remainder(let part, _), .clamp(let part, _, _),
      .index(let part, _), .local(let part), .failIf(let part):
      [part]
    case .add(let first, let second), .multiply(let first, let second),
      .greater(let first, let second), .tryOr(let first, let second):
      [first, second]
    case .ifElse(let condition, let first, let second): [condition, first, second]
    }
  }

  /// Every node that the expression might read or write, in order, without repetition.
  var mentions: [Int] { unique(ownMentions + parts.flatMap(\.mentions)) }

  /// Every node that the expression might read with tracking, in order, without repetition.
  var reads: [Int] {
    switch self {
    case .untracked, .peek, .write, .isTentative: []
    case .index(let which, let row): unique(which.reads + row)
    case .read(let node), .sum(let node): [node]
    default: unique(parts.flatMap(\.reads))
    }
  }

  /// Whether the value is a function of the values that it depends on.
  var isPure: Bool {
    switch self {
    case .peek, .untracked, .write, .isTentative: false
    default: parts.allSatisfy(\.isPure)
    }
  }

  private var ownMentions: [Int] {
    switch self {
    case .read(let node), .peek(let node), .write(let node, _), .sum(let node),
      .isTentative(let node):
      [node]
    case .index(_, let row): row
    default: []
    }
  }
}

/// The elements in order, without repetition.
func unique(_ elements: [Int]) -> [Int] {
  var seen: Set<Int> = []
  return elements.filter { seen.insert($0).inserted }
}

/// The result of an expression.
enum Outcome: Hashable, Sendable {
  case value(Int)
  /// The nodes in a list; the oracle also notes the version of each that a collection has read.
  case list([Int], stamps: [Int] = [])
  case failure
}

struct EvaluationFailed: Error {}
