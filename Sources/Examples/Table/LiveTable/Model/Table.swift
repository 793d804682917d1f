import ExampleScripts
import Upkeep
import UpkeepCollections

/// A table that is filtered, ordered, windowed, totalled and grouped while its rows change.
///
///     rows -> filtered -> ordered -> window -> screen
///                     \-> total, groups
final class Table {
  let columns: [Column]
  let rows: StoredCollection<Row.ID, Row>
  let filter = StoredProperty<Filter?>(nil, name: "filter")
  let order = StoredProperty<Order?>(nil, name: "order")
  /// The positions on screen.
  let window = StoredProperty(0..<20, name: "window")
  /// The rows that the filter leaves.
  let filtered: Property<KeyedArray<Row.ID, Row>>

  private(set) var screen = Screen<Row>()
  private(set) var total: ColumnTotal?
  private(set) var groups: GroupList?

  /// The work of the last change.
  let work = Work()
  /// The steps that the last change has made on screen.
  private(set) var steps: [CollectionEdits<Row.ID, Row>.Step] = []
  /// The number of rows that the last change has changed on screen; a moved row counts once.
  private(set) var changedOnScreen = 0

  private let updater = Updater()
  private var nextID: Row.ID
  // Made on the first use, because it looks at all texts of the file.
  private lazy var madeUpRows = MadeUpRows(like: file.rows, file.columns)
  private let file: TableFile

  /// Creates the table of a file.
  ///
  /// - Parameters:
  ///   - file: The content of the file.
  ///   - progress: Shows the progress of long work.
  init(_ file: TableFile, progress: ProgressLine? = nil) {
    work.progress = progress
    columns = file.columns
    rows = StoredCollection(file.rows, name: "rows")
    nextID = (file.rows.last?.id ?? 1) + 1
    self.file = file
    // A closure that read the filter for each row would make a property for each row.
    let filtering = DerivedProperty(filter, name: "filtering") { [rows, work] filter in
      rows.filter(name: "filtered") { row in
        work.note(.filter, row)
        return filter?.includes(row) ?? true
      }
    }
    filtered = DerivedProperty(name: "filtered") { filtering.value.value }
    // Likewise, rows in their own order are not sorted.
    let ordering = DerivedProperty(order, name: "ordering") { [filtered, work] order in
      guard let order else { return filtered }
      return filtered.sorted(name: "ordered") { one, other in
        work.note(.order, one, other)
        return order.precedes(one, other)
      }
    }
    let ordered = DerivedProperty(name: "ordered") { ordering.value.value }
    updater.follow(ordered.window(window)) { [unowned self] edits in
      for step in edits.steps { screen.apply(step) }
      steps += edits.steps
      changedOnScreen += edits.steps.count - edits.moves.count
    }
  }

  /// Makes a change whose work is counted.
  func change(_ body: () -> Void) {
    work.reset()
    (steps, changedOnScreen) = ([], 0)
    body()
  }
}

extension Table {
  /// Adds a row at the end.
  func add(_ fields: [Field]) {
    rows.append(Row(id: nextID, fields: fields))
    nextID += 1
  }

  /// Adds made-up rows, as one change.
  func generate(_ count: Int) {
    batch {
      for _ in 0..<count {
        add(madeUpRows.next())
        work.progress?.advance()
      }
    }
  }

  /// Totals a column, for all rows and for each group; `nil` removes the totals.
  func total(_ column: Int?) {
    total = column.map { ColumnTotal(of: $0, in: filtered, work) }
    group(groups?.column)
  }

  /// Groups the rows by a column; `nil` removes the groups.
  func group(_ column: Int?) {
    groups = column.map { GroupList(of: filtered, by: $0, total: total?.column, work) }
  }
}
