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
    var edits: ContiguousArray<RowTree.Edit> = []
    children.takeChanges { child in
      // SAFETY: `keep` adds only properties of rows as children.
      let property = unsafeDowncast(child, to: RowProperty.self)
      // A row that has also moved is among `changes`.
      if let row = property.content.row, source.row(at: row.place)?.cell === row.cell {
        addEdit(from: row, to: row, property.current, &edits)
      }
    }
    if isFirst {
      result = computeAll(new, children)
    } else {
      for change in changes { addEdit(for: change, &edits, children) }
      result.apply(edits)
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
        if let new = change.new { properties[cell]?.content.row = new }
      } else if let property = properties.removeValue(forKey: cell) {
        gone.append(property)
      }
    }
    if !gone.isEmpty { children.part(with: gone) }
  }

  private func addEdit(
    for change: RowChange, _ edits: inout ContiguousArray<RowTree.Edit>,
    _ children: Children
  ) {
    guard let new = change.new else {
      addRemoval(of: change.old, &edits)
      return
    }
    addEdit(
      from: change.old, to: new,
      change.keepsCell ? shown(change) : compute(new, children), &edits)
  }

  /// Returns the cell of a row that has only moved.
  private func shown(_ change: RowChange) -> RowCell? {
    guard let old = change.old else { return nil }
    if let property = properties[ObjectIdentifier(old.cell)] { return property.current }
    return result.row(at: old.place)?.cell
  }

  /// Adds the edit of a row, unless the result has the row already.
  ///
  /// If the new cell counts as the same as the old one, the old one is used.
  private func addEdit(
    from old: Row?, to new: Row, _ cell: RowCell?,
    _ edits: inout ContiguousArray<RowTree.Edit>
  ) {
    guard var cell else { return addRemoval(of: old, &edits) }
    if let old, let shown = result.row(at: old.place)?.cell {
      if shown !== cell, areSame(shown, cell) { cell = shown }
      if shown === cell, old.place == new.place { return }
    }
    edits.append((old?.place, Row(place: new.place, cell: cell)))
  }

  /// Adds the removal of a row, unless the result lacks the row.
  private func addRemoval(
    of old: Row?, _ edits: inout ContiguousArray<RowTree.Edit>
  ) {
    if let old, result.row(at: old.place) != nil { edits.append((old.place, nil)) }
  }

  /// Calls the closure for all rows.
  private func computeAll(_ rows: RowTree, _ children: Children) -> RowTree {
    let pass = RowPass(rows)
    while true {
      let property = takeSpare()
      property.content.pass = pass
      let cell = property.refreshed()
      property.content.pass = nil
      let row = property.content.row
      keep(property, children)
      guard let row else { return pass.tree }
      pass.add(cell, at: row.place)
    }
  }

  /// Calls the closure for a row.
  private func compute(_ row: Row, _ children: Children) -> RowCell? {
    let property = takeSpare()
    property.content.row = row
    // After a rollback the next computation continues from the rows that were computed inside, so
    // each of them computes again.
    property.noteComputation()
    let cell = property.refreshed()
    keep(property, children)
    return cell
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
