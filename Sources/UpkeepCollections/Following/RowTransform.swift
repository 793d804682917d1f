public import Upkeep

/// Calls a closure for each row of a collection, and again for each row that changes or whose reads
/// change.
///
/// A row of the result has the place of its source row.
@usableFromInline
final class RowTransform {
  private let transform: (RowCell) -> RowCell?
  private let areSame: (RowCell, RowCell) -> Bool
  private let pair: (RowDifference) -> ContiguousArray<RowChange>
  private let label: Label

  /// The rows of the last source.
  private var source = RowTree()
  private var result = RowTree()
  /// The properties of the rows for which the closure has read properties, by the rows' cells.
  private var properties: [ObjectIdentifier: RowProperty] = [:]
  /// A property for the next row.
  ///
  /// The closure has read no property for the last row that used it.
  private var spare: RowProperty?
  /// Whether a rollback has kept the rows that were computed inside, because `properties` belong to
  /// them.
  ///
  /// Then no rollback restores the rows.
  private var isAhead = false

  /// Creates a transform that has computed nothing.
  ///
  /// - Parameters:
  ///   - label: the name in messages.
  ///   - transform: makes the cell of a row, or returns nil to leave the row out.
  ///   - areSame: returns whether two cells of the result count as the same.
  ///   - pair: pairs the old and the new row of each element.
  @usableFromInline
  init(
    _ label: Label, transform: @escaping (RowCell) -> RowCell?,
    areSame: @escaping (RowCell, RowCell) -> Bool,
    pair: @escaping (RowDifference) -> ContiguousArray<RowChange>
  ) {
    self.label = label
    self.transform = transform
    self.areSame = areSame
    self.pair = pair
  }

  /// Resets the transform: the next update is a first one.
  @usableFromInline
  func begin() { (source, result, properties, isAhead) = (RowTree(), RowTree(), [:], false) }

  /// Updates the result to the rows of a source, and returns it.
  @usableFromInline
  func update(to new: RowTree, _ children: Children) -> RowTree {
    let before = (source, result)
    isAhead = false
    // On the first update all rows are new.
    let isFirst = source.isEmpty
    let changes = isFirst ? [] : pair(RowDifference(from: source, to: new))
    let hadProperties = !properties.isEmpty
    // Removed rows are handled first, so that the closure is not called for them.
    if hadProperties { dropProperties(of: changes, children) }
    let pass = isFirst ? RowPass(over: new) : RowPass(over: changes, showing: result, areSame)
    children.takeChanges { child in
      // SAFETY: `keep` adds only properties of rows as children.
      let property = unsafeDowncast(child, to: RowProperty.self)
      // A row that has also moved is among `changes`.
      if let row = property.content.row, source.row(at: row.place)?.cell === row.cell {
        pass.addEdit(from: row.place, to: row.place, property.current)
      }
    }
    compute(pass, children)
    if isFirst {
      result = pass.tree
    } else {
      for change in changes {
        if change.new == nil || change.keepsCell { addEdit(for: change, to: pass) }
      }
      result.apply(pass.edits)
    }
    source = new
    keepWayBack(to: before, isPlain: !hadProperties && properties.isEmpty)
    return result
  }

  private func dropProperties(of changes: ContiguousArray<RowChange>, _ children: Children) {
    var gone: [RowProperty] = []
    for change in changes {
      guard let old = change.old else { continue }
      let cell = ObjectIdentifier(old.cell)
      if change.keepsCell {
        if let new = change.new { properties[cell]?.content.row = new.row }
      } else if let property = properties.removeValue(forKey: cell) {
        gone.append(property)
      }
    }
    if !gone.isEmpty { children.part(with: gone) }
  }

  /// Adds the edit of a row that has gone, or has only moved.
  private func addEdit(for change: RowChange, to pass: RowPass) {
    guard let old = change.old else { return }
    guard let new = change.new else { return pass.addEdit(from: old.place, to: old.place, nil) }
    let cell =
      if let property = properties[ObjectIdentifier(old.cell)] { property.current } else {
        result.row(at: old.place)?.cell
      }
    pass.addEdit(from: old.place, to: new.place, cell)
  }

  /// Calls the closure for the rows of a pass.
  private func compute(_ pass: RowPass, _ children: Children) {
    var isDone = !pass.hasRows
    while !isDone {
      let property = takeSpare()
      property.content.pass = pass
      // After a rollback the next computation continues from the rows that were computed inside, so
      // each of them computes again.
      if !pass.isFirst { property.noteComputation() }
      let cell = property.refreshed()
      property.content.pass = nil
      let row = property.content.row
      keep(property, children)
      if let row { pass.add(cell, at: row.place) } else { isDone = true }
    }
  }

  private func takeSpare() -> RowProperty {
    defer { spare = nil }
    return spare ?? RowProperty(label, transform, areSame)
  }

  /// Keeps a property that has computed: for its row if the closure has read a property, otherwise
  /// as the spare.
  private func keep(_ property: RowProperty, _ children: Children) {
    if property.hasRead, let row = property.content.row {
      properties[ObjectIdentifier(row.cell)] = property
      children.adopt(property)
    } else if !OperatorUndo.isOpen {
      property.forget(RowWork())
      spare = property
    }
  }

  /// Makes a rollback restore the rows.
  ///
  /// If the closure has read properties, a rollback keeps the rows, and the next computation
  /// continues from them.
  private func keepWayBack(to before: (RowTree, RowTree), isPlain: Bool) {
    before.0.releaseLater()
    guard OperatorUndo.isOpen else { return }
    OperatorUndo.noteComputation()
    OperatorUndo.onRollback { [self] in
      let gone = (source, result)
      if !isPlain { isAhead = true }
      if !isAhead { (source, result) = before }
      return gone
    }
  }
}
