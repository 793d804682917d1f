/// The cell that a closure makes of one row, where it has read properties for that: computed again when one of them
/// changes.
final class RowProperty: Property<RowCell?> {
  /// The row of the source; nil while it serves none.
  var row: Row?
  /// The pass over all rows in which it is to find its row; nil if it has one.
  var pass: RowPass?

  init(
    _ label: Label, _ transform: @escaping (RowCell) -> RowCell?,
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) {
    let isUnchanged = RowCell.comparison(areSame)
    super.init([.derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    node.install { node, context in
      node.withProperty(as: RowProperty.self) { property in
        // It computes for a row alone.
        let cell: RowCell?
        if let pass = property.pass {
          let found = pass.advance(node, transform)
          (property.row, cell) = (found?.row, found?.cell)
        } else {
          cell = property.row.flatMap { transform($0.cell) }
        }
        return Self.finish(cell, of: node, context, unless: isUnchanged)
      }
    }
  }

  /// Whether the closure has read something that may change.
  var hasRead: Bool { node.firstInput != nil }

  /// Becomes one that was never computed, if it has read nothing: then it can serve another row.
  func forget() {
    _ = storage.take()
    row = nil
    node.flags.insert(.uncomputed)
  }
}
