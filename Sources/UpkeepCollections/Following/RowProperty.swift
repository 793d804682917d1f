internal import Upkeep

/// The row that a property of a transform computes for.
struct RowWork {
  /// The row of the source; nil while the property serves none.
  var row: Row?
  /// The pass over all rows in which the property is to find its row; nil if it has one.
  var pass: RowPass?
}

/// The cell that a closure makes of one row, if it has read properties for that.
///
/// A change of one of those properties has it computed again.
typealias RowProperty = ElementProperty<RowCell?, RowWork>

extension ElementProperty where Value == RowCell?, Content == RowWork {
  convenience init(
    _ label: Label, _ transform: @escaping (RowCell) -> RowCell?,
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) {
    self.init(RowWork(), label, isUnchanged: RowCell.comparison(areSame)) { property in
      // It computes for a row alone.
      guard let pass = property.content.pass else {
        return property.content.row.flatMap { transform($0.cell) }
      }
      let found = pass.advance(property, transform)
      property.content.row = found?.row
      return found?.cell
    }
  }
}
