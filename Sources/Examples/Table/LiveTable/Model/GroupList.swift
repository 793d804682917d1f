import Upkeep

/// The groups of rows by the fields of a column, in the order of their first rows.
///
/// A group gets its rows by a write, so that its total follows from what has changed in it alone.
final class GroupList {
  /// The index of the column.
  let column: Int
  private var screen = Screen<Section>()
  private var groups: [Field: Group] = [:]
  private let updater = Updater()

  private typealias Section = KeyedGroup<Field, Row.ID, Row>

  /// Follows rows.
  init(
    of rows: Property<KeyedArray<Row.ID, Row>>, by column: Int, total: Int?, _ work: Work
  ) {
    self.column = column
    let sections = rows.grouped { row in
      work.note(.group, row)
      return row.fields[column]
    }
    updater.follow(sections) { [unowned self] edits in
      for step in edits.steps { screen.apply(step) }
      for gone in edits.removals { groups[gone.element.key] = nil }
      for new in edits.insertions {
        groups[new.element.key] = Group(new.element.elements, total: total, work)
      }
      for changed in edits.updates {
        groups[changed.element.key]?.rows.value = changed.element.elements
      }
    }
  }

  /// The number of groups.
  var count: Int { screen.lines.count }

  /// The first groups, with their fields.
  ///
  /// - Parameter most: The number of groups at most.
  /// - Returns: The groups, in their order.
  func first(_ most: Int) -> [(field: Field, group: Group)] {
    screen.lines.prefix(most).compactMap { section in
      groups[section.key].map { (section.key, $0) }
    }
  }
}
