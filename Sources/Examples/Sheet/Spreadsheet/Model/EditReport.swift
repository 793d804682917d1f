/// What an edit did.
struct EditReport: Equatable {
  /// The cells that show something else now, by row, then by column.
  var changed: [ShownCell] = []

  /// How many formulas were evaluated.
  var recomputed = 0
}
