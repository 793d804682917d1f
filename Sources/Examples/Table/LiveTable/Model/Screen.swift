import Upkeep
import UpkeepCollections

/// A list on screen, which changes only by steps; a step with a wrong index ends the program.
struct Screen<Line> {
  /// The lines from top to bottom.
  private(set) var lines: [Line] = []

  /// Applies a step.
  mutating func apply<ID>(_ step: CollectionEdits<ID, Line>.Step) {
    switch step {
    case .remove(let index): lines.remove(at: index)
    case .insert(let line, let index): lines.insert(line, at: index)
    case .update(let line, let index): lines[index] = line
    }
  }
}
