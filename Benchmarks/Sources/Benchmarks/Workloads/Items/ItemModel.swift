/// A model of the list of items as a plain array, which every contender must match.
struct ItemModel {
  var items: [Item] {
    didSet { known = nil }
  }
  var range: Range<Int>
  /// The sorted open items; nil after a change.
  private var known: [Item]?

  init(_ items: [Item], _ range: Range<Int>) {
    self.items = items
    self.range = range
  }

  /// The items on the page.
  mutating func page() -> [Item] {
    let sorted =
      known ?? items.filter(\.isOpen).sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    known = sorted
    return Array(sorted[range.clamped(to: 0..<sorted.count)])
  }

  /// The cost of all open items.
  var sum: Int { items.reduce(0) { $1.isOpen ? $0 + $1.cost : $0 } }

  mutating func apply(_ edits: some Sequence<ItemEdit>) {
    for edit in edits { edit.apply(to: &items[edit.id]) }
  }

  /// The number of items that differ from an earlier state.
  func changes(since earlier: ItemModel) -> Int {
    zip(items, earlier.items).reduce(0) { $1.0 == $1.1 ? $0 : $0 + 1 }
  }
}
