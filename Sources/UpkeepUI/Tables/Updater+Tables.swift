public import Upkeep
import UpkeepCollections

extension Updater {
  /// Makes a table follow a collection.
  ///
  /// The table reloads at once. Then it gets the net edits of each round of effects as one batch.
  ///
  ///     let rows = TableRows(todos.sorted { $0.title < $1.title })
  ///     updater.follow(rows, in: tableView)
  ///
  /// The table is held weakly. The effect ends at the first change after the table's release, with
  /// the updater, when it is cancelled, or when another table follows the same rows. After a pause,
  /// the batch leads from the rows that the table shows to the current ones.
  ///
  /// - Parameters:
  ///   - rows: the rows for the table's data source.
  ///   - table: the table, which must have a data source.
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

  /// Makes a table follow a collection of groups, each of which is a section.
  ///
  ///     let days = TableSections(todos.grouped { $0.day })
  ///     updater.follow(days, in: tableView)
  ///
  /// The effect ends as for rows without sections; the table is held weakly.
  ///
  /// - Parameters:
  ///   - sections: the sections for the table's data source.
  ///   - table: the table, which must have a data source.
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
