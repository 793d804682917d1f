public import Upkeep
import UpkeepCollections

extension Updater {
  /// Has a table follow a collection: it reloads at once, and is told the net edits of each round of effects, as one batch.
  ///
  ///     let rows = TableRows(todos.sorted { $0.title < $1.title })
  ///     updater.follow(rows, in: tableView)
  ///
  /// The table is held weakly: following ends at the first change after it has gone, with the updater, when it is cancelled, or
  /// when another table follows the same rows. After a pause the batch leads from what the table shows to what there is.
  ///
  /// - Parameters:
  ///   - rows: the rows from which the table's data source answers.
  ///   - table: the table, whose data source is set.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this effect.
  /// - Complexity: O(k log n) for k elements that have changed.
  @MainActor @discardableResult
  public func follow<ID, Element>(
    _ rows: TableRows<ID, Element>, in table: some RowTable, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    follow(rows.content, in: table, name, file, line) { TableUpdate($0) }
  }

  /// Has a table follow a collection of groups, each of which is a section.
  ///
  ///     let days = TableSections(todos.grouped { $0.day })
  ///     updater.follow(days, in: tableView)
  ///
  /// The table is held weakly, as that of rows without sections.
  ///
  /// - Parameters:
  ///   - sections: the sections from which the table's data source answers.
  ///   - table: the table, whose data source is set.
  ///   - name: the name of the effect in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that cancels this effect.
  /// - Complexity: O(k log n) for k elements that have changed.
  @MainActor @discardableResult
  public func follow<Key, ID, Element>(
    _ sections: TableSections<Key, ID, Element>, in table: some SectionTable, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> EffectToken {
    follow(sections.content, in: table, name, file, line) { TableUpdate(sections: $0) }
  }

  @MainActor
  private func follow<ID, Element>(
    _ content: ShownValue<KeyedArray<ID, Element>>, in table: some RowTable, _ name: String?,
    _ file: StaticString, _ line: UInt,
    _ update: @escaping (CollectionEdits<ID, Element>) -> TableUpdate
  ) -> EffectToken {
    content.follow(by: self, in: table, name, file, line) { table, old, new, store in
      guard let old else {
        store()
        table.reloadData()
        return
      }
      table.apply(update(CollectionEdits(from: old, to: new)), store)
    }
  }
}
