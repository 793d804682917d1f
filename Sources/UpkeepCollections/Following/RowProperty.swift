internal import Upkeep

/// The row that a property of a transform computes.
struct RowWork {
  /// The row of the source; nil if the property has none.
  var row: Row?
  /// The pass in which the property is to find its row; nil if it has a row.
  var pass: RowPass?
}

/// A property whose value is the cell that a closure makes of one row; nil if it leaves the row
/// out.
///
/// It is kept if the closure has read properties: a change of one of them computes the cell again.
typealias RowProperty = ElementProperty<RowCell?, RowWork>

extension ElementProperty where Value == RowCell?, Content == RowWork {
  convenience init(
    _ label: Label, _ transform: @escaping (RowCell) -> RowCell?,
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) {
    self.init(RowWork(), label, isUnchanged: RowCell.comparison(areSame)) { property in
      // Without a pass the property computes its own row.
      guard let pass = property.content.pass else {
        return property.content.row.flatMap { transform($0.cell) }
      }
      let found = pass.advance(property, transform)
      property.content.row = found?.row
      return found?.cell
    }
  }
}
