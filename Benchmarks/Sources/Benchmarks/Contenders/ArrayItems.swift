import Upkeep

/// The naive way with this library: plain arrays, each derived as a whole from the one before.
final class ArrayItems: ItemList {
  static let identity = Naive.identity

  private let items: StoredProperty<[Item]>
  private let range: StoredProperty<Range<Int>>
  private let shown: Property<[Item]>
  private let total: Property<Int>
  private let updater = Updater()

  init(
    _ items: [Item], _ range: Range<Int>, into sink: Sink, isOpen: @escaping (Item) -> Bool
  ) {
    self.items = StoredProperty(items)
    self.range = StoredProperty(range)
    let open = DerivedProperty(self.items) { $0.filter(isOpen) }
    let sorted = DerivedProperty(open) { $0.sorted { $0.order < $1.order } }
    let shown = DerivedProperty(sorted, self.range) { Array($0[$1.clamped(to: 0..<$0.count)]) }
    let total = DerivedProperty(open) { $0.reduce(0) { $0 + $1.cost } }
    (self.shown, self.total) = (shown, total)
    updater.keepUpToDate(dependencies: [shown]) { sink.take(Item.checksum(of: shown.value)) }
    updater.keepUpToDate(dependencies: [total]) { sink.take(total.value) }
  }

  /// One call for each item, whatever has changed.
  static func calls(afterChangesOf changed: Int, in n: Int) -> Int { changed == 0 ? 0 : n }

  /// An item's position is its identity.
  func edit(_ edit: ItemEdit) { items.modify { edit.apply(to: &$0[edit.id]) } }

  func edit(all edits: ArraySlice<ItemEdit>) {
    batch {
      for edit in edits { self.edit(edit) }
    }
  }

  func assign(_ items: [Item]) { self.items.value = items }

  func show(_ range: Range<Int>) { self.range.value = range }

  var page: [Item] { shown.value }
  var sum: Int { total.value }
}
