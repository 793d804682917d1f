extension IndexPath {
  public init(row: Int, section: Int) { fatalError() }
  public init(item: Int, section: Int) { fatalError() }
  public var section: Int {
    get { fatalError() }
    set { fatalError() }
  }
  public var row: Int {
    get { fatalError() }
    set { fatalError() }
  }
  public var item: Int {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UITableView: UIView {
  public enum RowAnimation: Int, @unchecked Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  weak open var dataSource: (any UITableViewDataSource)?

  open func reloadData() { fatalError() }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { fatalError() }
  open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func moveSection(_ section: Int, toSection newSection: Int) { fatalError() }
  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    fatalError()
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { fatalError() }
}

@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { fatalError() }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    fatalError()
  }
}

@MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Int, @unchecked Sendable { case `default`, value1, value2, subtitle }

  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { fatalError() }
  open var textLabel: UILabel? { fatalError() }
}

@MainActor open class UITableViewController: UIViewController, UITableViewDataSource {
  open var tableView: UITableView! {
    get { fatalError() }
    set { fatalError() }
  }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    fatalError()
  }
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { fatalError() }
  open func numberOfSections(in tableView: UITableView) -> Int { fatalError() }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    fatalError()
  }
}

@MainActor open class UICollectionReusableView: UIView {}

@MainActor open class UICollectionViewCell: UICollectionReusableView {}

@MainActor open class UICollectionView: UIView {
  open func reloadData() { fatalError() }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { fatalError() }
  open func insertSections(_ sections: IndexSet) { fatalError() }
  open func deleteSections(_ sections: IndexSet) { fatalError() }
  open func reloadSections(_ sections: IndexSet) { fatalError() }
  open func moveSection(_ section: Int, toSection newSection: Int) { fatalError() }
  open func insertItems(at indexPaths: [IndexPath]) { fatalError() }
  open func deleteItems(at indexPaths: [IndexPath]) { fatalError() }
  open func reloadItems(at indexPaths: [IndexPath]) { fatalError() }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { fatalError() }
}

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  public init() { fatalError() }
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) { fatalError() }
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) { fatalError() }
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { fatalError() }
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { fatalError() }
}

@MainActor @preconcurrency
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  public init(
    tableView: UITableView,
    cellProvider:
      @escaping UITableViewDiffableDataSource<
        SectionIdentifierType, ItemIdentifierType
      >.CellProvider
  ) { fatalError() }
  nonisolated open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) { fatalError() }
}

@MainActor @preconcurrency
open class UICollectionViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public typealias CellProvider = (
    _ collectionView: UICollectionView, _ indexPath: IndexPath,
    _ itemIdentifier: ItemIdentifierType
  ) -> UICollectionViewCell?

  public init(
    collectionView: UICollectionView,
    cellProvider:
      @escaping UICollectionViewDiffableDataSource<
        SectionIdentifierType, ItemIdentifierType
      >.CellProvider
  ) { fatalError() }
  nonisolated open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) { fatalError() }
}
