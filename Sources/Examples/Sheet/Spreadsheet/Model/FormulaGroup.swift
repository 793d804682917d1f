import Upkeep

/// Formulas that share one effect, because an effect for each formula would be as large as the
/// formula.
struct FormulaGroup {
  private static let largest = 64

  /// The cells of the formulas.
  var formulas: [Cell] = []

  /// The effect, which the updater owns; `nil` before the first `renew`.
  private(set) var effect: EffectToken?

  private var observedCount = 0

  /// Whether the group has no room for more formulas.
  var isFull: Bool { formulas.count >= Self.largest }

  /// Whether formulas were added since the effect was made.
  var isOutdated: Bool { observedCount < formulas.count }

  /// Replaces the effect by an effect of all formulas.
  ///
  /// - Parameters:
  ///   - updater: The owner of the effect.
  ///   - touch: Called with each cell whose value differs from the shown value.
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
