import Upkeep

/// Formulas that one effect keeps live: an effect for each would be as large as the formula.
struct FormulaGroup {
  private static let largest = 64

  /// The cells of the formulas.
  var formulas: [Cell] = []

  /// The effect, which the updater owns; `nil` before it was made.
  private(set) var effect: EffectToken?

  private var observedCount = 0

  /// Whether no formula may be added.
  var isFull: Bool { formulas.count >= Self.largest }

  /// Whether formulas were added since the effect was made.
  var isOutdated: Bool { observedCount < formulas.count }

  /// Makes an effect for all formulas in place of the one before.
  ///
  /// - Parameters:
  ///   - updater: The owner of the effect.
  ///   - touch: Hears of each cell that is worth something else than it shows.
  mutating func renew(_ updater: Updater, _ touch: @escaping (Cell) -> Void) {
    let old = effect
    effect = updater.keepUpToDate(dependencies: formulas.map(\.value), name: "formulas") {
      [formulas] in
      for cell in formulas where cell.storedValue != cell.shown { touch(cell) }
    }
    old?.cancel()
    observedCount = formulas.count
  }
}
