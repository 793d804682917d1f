/// What a test does, step by step. Making the graph is part of it, so that shrinking removes nodes as
/// it removes everything else; what needs a node that is not there is skipped.
indirect enum Operation: Hashable, Sendable {
  case stored(StoredSpec)
  case derive(DerivedSpec)
  case observe(EffectSpec)
  case write(Int, Int)
  /// Writes the value that is there already.
  case rewrite(Int)
  /// Writes 0 over what is above 0 and 1 over the rest.
  case flip(Int)
  case modify(Int, Int)
  case batch([Operation])
  case failingBatch([Operation])
  /// A batch that writes a value and at its end the one it found.
  case excursion(Int, Int, [Operation])
  case read(Int)
  case peek(Int)
  case readAll
  case drop(Int)
  case cancel(Int)
  case dropUpdater(Int)
}

struct StoredSpec: Hashable, Sendable {
  var id: Int
  var value: Int
  var isAlways = false
}

struct DerivedSpec: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case tracked
    /// `DerivedProperty(inputs:)`.
    case listed([Int])
    /// `DerivedProperty(a, b) { a, b in ... }`, with at most three inputs.
    case packed([Int])
  }

  var id: Int
  var expression: Expression
  var form = Form.tracked
  /// Made with `catching`; without, a failure counts as 0.
  var isResult = false
  var isAlways = false

  var inputs: [Int]? {
    switch form {
    case .tracked: nil
    case .listed(let inputs), .packed(let inputs): inputs
    }
  }

  var mentions: [Int] { unique(expression.mentions + (inputs ?? [])) }
}

struct EffectSpec: Hashable, Sendable {
  var id: Int
  var updater = 0
  var expression: Expression
  /// Declared dependencies, nil for a tracked effect.
  var inputs: [Int]?
  var actions: [Action] = []

  var mentions: [Int] {
    unique(expression.mentions + (inputs ?? []) + actions.flatMap(\.mentions))
  }
}

/// What an effect does besides reading.
struct Action: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    /// Writes an expression, clamped to the payload's range.
    case write(Int, Expression)
    case cancel(Int)
    case observe(EffectSpec)
    case drop(Int)
    case dropUpdater(Int)
  }

  /// In which of its runs, from 1; 0 for all.
  var run: Int
  var deed: Deed

  var mentions: [Int] {
    if case .write(_, let expression) = deed { expression.mentions } else { [] }
  }
}

enum ScriptShape: String, CaseIterable, Sendable {
  case dag, ladder, jagged, chain, fanOut, fanIn, previousTwo, selector, unobserved, observed
}

/// What is seen from outside, in order.
enum Event: Hashable, Sendable {
  case read(Int, Outcome)
  case ran(Int, Outcome)
}

/// What one step did.
struct Step: Equatable {
  var events: [Event] = []
  /// How often each derived value was computed; all that are made by `local` count as -1.
  var computed: [Int: Int] = [:]
  var reports = 0
  var liveNodes = 0
}
