#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Upkeep

  // `TableSnapshot`, the content for a data source, runs and is tested on Linux. This file has been
  // type-checked only, against stand-ins for AppKit's declarations; it has not run.

  extension Updater {
    /// Makes a table's diffable data source follow a collection, as a single section.
    ///
    /// After each round of effects that changes the collection, the data source gets a snapshot of
    /// all identities that reloads the changed rows. The data source is held weakly; the effect
    /// ends after its release.
    ///
    /// - Parameters:
    ///   - rows: the rows that the cells show.
    ///   - dataSource: the data source.
    ///   - section: the identity of the section.
    ///   - isAnimated: whether differences are animated; the first snapshot never is.
    ///   - name: the name of the effect in messages; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    /// - Returns: a token that cancels this effect.
    /// - Complexity: O(n): a snapshot has all rows.
    @MainActor @discardableResult
    public func follow<Section: Sendable, ID: Sendable, Element>(
      _ rows: TableRows<ID, Element>, in dataSource: NSTableViewDiffableDataSource<Section, ID>,
      section: Section, animatingDifferences isAnimated: Bool = true, name: String? = nil,
      file: StaticString = #fileID, line: UInt = #line
    ) -> EffectToken {
      follow(rows.content, in: dataSource, name, file, line) { source, edits, isFirst in
        source.apply(
          TableSnapshot(of: edits, in: section).forAppKit,
          animatingDifferences: isAnimated && !isFirst)
      }
    }

    /// Makes a table's diffable data source follow a collection of groups, each of which is a
    /// section.
    ///
    /// No two groups may have elements with the same identity.
    ///
    /// - Parameters:
    ///   - sections: the sections that the cells show.
    ///   - dataSource: the data source.
    ///   - isAnimated: whether differences are animated; the first snapshot never is.
    ///   - name: the name of the effect in messages; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    /// - Returns: a token that cancels this effect.
    /// - Complexity: O(n): a snapshot has all rows.
    @MainActor @discardableResult
    public func follow<Key: Sendable, ID: Sendable, Element>(
      _ sections: TableSections<Key, ID, Element>,
      in dataSource: NSTableViewDiffableDataSource<Key, ID>,
      animatingDifferences isAnimated: Bool = true, name: String? = nil,
      file: StaticString = #fileID, line: UInt = #line
    ) -> EffectToken {
      follow(sections.content, in: dataSource, name, file, line) { source, edits, isFirst in
        source.apply(
          TableSnapshot(of: edits).forAppKit, animatingDifferences: isAnimated && !isFirst)
      }
    }
  }

  extension TableSnapshot where Key: Sendable, ID: Sendable {
    /// The snapshot for AppKit.
    fileprivate var forAppKit: NSDiffableDataSourceSnapshot<Key, ID> {
      var snapshot = NSDiffableDataSourceSnapshot<Key, ID>()
      snapshot.appendSections(sections.map(\.key))
      for section in sections { snapshot.appendItems(section.ids, toSection: section.key) }
      snapshot.reloadItems(changed)
      return snapshot
    }
  }
#endif
