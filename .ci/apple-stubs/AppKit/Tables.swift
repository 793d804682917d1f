@MainActor open class NSTableView: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }

    public static var effectFade: NSTableView.AnimationOptions { fatalError() }
    public static var effectGap: NSTableView.AnimationOptions { fatalError() }
  }

  weak open var dataSource: (any NSTableViewDataSource)?
  open var numberOfColumns: Int { fatalError() }

  open func reloadData() { fatalError() }
  open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) { fatalError() }
  open func beginUpdates() { fatalError() }
  open func endUpdates() { fatalError() }
  open func insertRows(
    at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
  ) { fatalError() }
  open func removeRows(
    at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
  ) { fatalError() }
  open func moveRow(at oldIndex: Int, to newIndex: Int) { fatalError() }
}

@MainActor public protocol NSTableViewDataSource: AnyObject {
  func numberOfRows(in tableView: NSTableView) -> Int
}

@MainActor open class NSTableColumn {}

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  public init() { fatalError() }
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) { fatalError() }
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) { fatalError() }
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { fatalError() }
}

@MainActor @preconcurrency
open class NSTableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public typealias CellProvider = (
    _ tableView: NSTableView, _ tableColumn: NSTableColumn, _ row: Int,
    _ itemID: ItemIdentifierType
  ) -> NSView

  public init(
    tableView: NSTableView,
    cellProvider:
      @escaping NSTableViewDiffableDataSource<
        SectionIdentifierType, ItemIdentifierType
      >.CellProvider
  ) { fatalError() }
  nonisolated open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool, completion: (() -> Void)? = nil
  ) { fatalError() }
}
