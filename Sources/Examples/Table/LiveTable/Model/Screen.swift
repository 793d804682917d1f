import Upkeep
import UpkeepCollections

/// A list on screen, which knows nothing but its lines and the steps that change them: one with a wrong
/// index ends the program.
struct Screen<Line> {
  /// The lines from top to bottom.
  private(set) var lines: [Line] = []

  /// Makes a step.
  mutating func apply<ID>(_ step: CollectionEdits<ID, Line>.Step) {
    switch step {
    case .remove(let index): lines.remove(at: index)
    case .insert(let line, let index): lines.insert(line, at: index)
    case .update(let line, let index): lines[index] = line
    }
  }
}
