#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import Upkeep

  // `TableSnapshot`, the content for a data source, runs and is tested on Linux. This file has been
  // type-checked only, against stand-ins for UIKit's declarations; it has not run.

  extension Updater {
    /// Makes a diffable data source follow a collection, as a single section.
    ///
    ///     let dataSource = UITableViewDiffableDataSource<Int, Todo.ID>(tableView: table) {
    ///       [rows] table, path, id in
    ///       cell(for: rows[path.row])
    ///     }
    ///     updater.follow(rows, in: dataSource, section: 0) {
    ///       $0.apply($1, animatingDifferences: $2)
    ///     }
    ///
    /// After each round of effects that changes the collection, `apply` gets a snapshot of all
    /// identities that reconfigures the changed rows. The data source is held weakly; the effect ends
    /// after its release.
    ///
    /// - Parameters:
    ///   - rows: the rows that the cells show.
    ///   - dataSource: the data source.
    ///   - section: the identity of the section.
    ///   - name: the name of the effect in messages; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    ///   - apply: applies a snapshot to the data source; animated, except the first one.
    /// - Returns: a token that cancels this effect.
    /// - Complexity: O(n): a snapshot has all rows.
    @MainActor @discardableResult
    public func follow<Source: AnyObject, Section: Sendable, ID: Sendable, Element>(
      _ rows: TableRows<ID, Element>, in dataSource: Source, section: Section,
      name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
      _ apply:
        @escaping @MainActor (
          Source, NSDiffableDataSourceSnapshot<Section, ID>, _ isAnimated: Bool
        ) -> Void
    ) -> EffectToken {
      follow(rows.content, in: dataSource, name, file, line) { source, edits, isFirst in
        apply(source, TableSnapshot(of: edits, in: section).forUIKit, !isFirst)
      }
    }

    /// Makes a diffable data source follow a collection of groups, each of which is a section.
    ///
    /// No two groups may have elements with the same identity.
    ///
    /// - Parameters:
    ///   - sections: the sections that the cells show.
    ///   - dataSource: the data source.
    ///   - name: the name of the effect in messages; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    ///   - apply: applies a snapshot to the data source; animated, except the first one.
    /// - Returns: a token that cancels this effect.
    /// - Complexity: O(n): a snapshot has all rows.
    @MainActor @discardableResult
    public func follow<Source: AnyObject, Key: Sendable, ID: Sendable, Element>(
      _ sections: TableSections<Key, ID, Element>, in dataSource: Source,
      name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
      _ apply:
        @escaping @MainActor (
          Source, NSDiffableDataSourceSnapshot<Key, ID>, _ isAnimated: Bool
        ) -> Void
    ) -> EffectToken {
      follow(sections.content, in: dataSource, name, file, line) { source, edits, isFirst in
        apply(source, TableSnapshot(of: edits).forUIKit, !isFirst)
      }
    }
  }

  extension TableSnapshot where Key: Sendable, ID: Sendable {
    /// The snapshot for UIKit.
    fileprivate var forUIKit: NSDiffableDataSourceSnapshot<Key, ID> {
      var snapshot = NSDiffableDataSourceSnapshot<Key, ID>()
      snapshot.appendSections(sections.map(\.key))
      for section in sections { snapshot.appendItems(section.ids, toSection: section.key) }
      snapshot.reconfigureItems(changed)
      return snapshot
    }
  }
#endif
