import Upkeep
import UpkeepCollections

/// Upkeep's keyed collections.
final class KeyedItems: ItemList {
  static let identity = UpkeepDeclared.identity

  private let items: StoredCollection<Int, Item>
  private let range: StoredProperty<Range<Int>>
  private let shown: Property<KeyedArray<Int, Item>>
  private let total: Property<Int>
  private let updater = Updater()

  init(
    _ items: [Item], _ range: Range<Int>, into sink: Sink, isOpen: @escaping (Item) -> Bool
  ) {
    self.items = StoredCollection(items)
    self.range = StoredProperty(range)
    let open = self.items.filter(isOpen)
    let shown = open.sorted { $0.order < $1.order }.window(self.range)
    let total = open.sum { $0.cost }
    (self.shown, self.total) = (shown, total)
    updater.keepUpToDate(dependencies: [shown]) { sink.take(Item.checksum(of: shown.value)) }
    updater.keepUpToDate(dependencies: [total]) { sink.take(total.value) }
  }

  /// One call for each changed item.
  static func calls(afterChangesOf changed: Int, in n: Int) -> Int { changed }

  func edit(_ edit: ItemEdit) { items.update(edit.id) { edit.apply(to: &$0) } }

  func edit(all edits: ArraySlice<ItemEdit>) {
    batch {
      for edit in edits { self.edit(edit) }
    }
  }

  func assign(_ items: [Item]) { self.items.replaceAll(with: items) }

  func show(_ range: Range<Int>) { self.range.value = range }

  var page: [Item] { Array(shown.value) }
  var sum: Int { total.value }
}
