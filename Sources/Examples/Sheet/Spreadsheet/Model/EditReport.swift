/// The result of an edit.
struct EditReport: Equatable {
  /// The cells that show another value now, by row, then by column.
  var changed: [ShownCell] = []

  /// The number of formulas that were evaluated.
  var recomputed = 0
}
