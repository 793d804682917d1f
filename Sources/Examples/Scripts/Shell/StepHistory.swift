/// The steps that can be undone, and the undone steps that can be redone.
package struct StepHistory<Step> {
  /// The steps that can be undone, in order.
  package private(set) var done: [Step] = []
  private var undone: [Step] = []

  /// Creates an empty history.
  package init() {}

  /// Adds a new step, after which no undone step can be redone.
  package mutating func add(_ step: Step) {
    done.append(step)
    undone = []
  }

  /// Returns the last step, which is undone now; `nil` if there is none.
  package mutating func undo() -> Step? { Self.move(&done, &undone) }

  /// Returns the step that was undone last, which is done again now; `nil` if there is none.
  package mutating func redo() -> Step? { Self.move(&undone, &done) }

  private static func move(_ source: inout [Step], _ target: inout [Step]) -> Step? {
    guard let step = source.popLast() else { return nil }
    target.append(step)
    return step
  }
}
