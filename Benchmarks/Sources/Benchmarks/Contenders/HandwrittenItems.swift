/// Handwritten code: a dictionary, a sorted array with binary search, a running sum, and a page.
///
/// The page is made again after a change in it or before it.
final class HandwrittenItems: ItemList {
  static let identity = Handwritten.identity

  private struct Key {
    let order: Int
    let id: Int

    init(_ item: Item) { (order, id) = (item.order, item.id) }

    static func < (one: Key, other: Key) -> Bool {
      one.order == other.order ? one.id < other.id : one.order < other.order
    }
  }

  private var items: [Int: Item]
  private var sorted: [Key]
  private var range: Range<Int>
  private(set) var page: [Item] = []
  private(set) var sum = 0
  /// Whether the page may have changed since it was made.
  private var isPageOld = false
  private var deliveredSum = 0
  private let sink: Sink

  init(
    _ items: [Item], _ range: Range<Int>, into sink: Sink, isOpen _: @escaping (Item) -> Bool
  ) {
    self.items = Dictionary(uniqueKeysWithValues: items.lazy.map { ($0.id, $0) })
    self.range = range
    self.sink = sink
    let open = items.filter(\.isOpen)
    sorted = open.map { Key($0) }.sorted { $0 < $1 }
    sum = open.reduce(0) { $0 + $1.cost }
    deliveredSum = sum
    page = shown(in: range)
    sink.take(Item.checksum(of: page))
    sink.take(sum)
  }

  /// This contender has no such closure.
  static func calls(afterChangesOf changed: Int, in n: Int) -> Int { 0 }

  func edit(_ edit: ItemEdit) {
    change(edit)
    deliver()
  }

  func edit(all edits: ArraySlice<ItemEdit>) {
    for edit in edits { change(edit) }
    deliver()
  }

  func assign(_ items: [Item]) {
    for item in items {
      if let old = self.items[item.id], old != item { replace(old, by: item) }
    }
    deliver()
  }

  func show(_ range: Range<Int>) {
    if range == self.range { return }
    self.range = range
    isPageOld = true
    deliver()
  }

  private func change(_ edit: ItemEdit) {
    guard let old = items[edit.id] else { return }
    var new = old
    edit.apply(to: &new)
    replace(old, by: new)
  }

  private func replace(_ old: Item, by new: Item) {
    items[new.id] = new
    if old.isOpen {
      sum -= old.cost
      sorted.remove(at: place(of: old))
    }
    if new.isOpen {
      sum += new.cost
      sorted.insert(Key(new), at: place(of: new))
    }
  }

  /// The index of an item in the order, which changes.
  private func place(of item: Item) -> Int {
    let key = Key(item)
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < key { low = middle + 1 } else { high = middle }
    }
    if low < range.upperBound { isPageOld = true }
    return low
  }

  private func shown(in range: Range<Int>) -> [Item] {
    sorted[range.clamped(to: 0..<sorted.count)].compactMap { items[$0.id] }
  }

  /// Delivers the changed page and sum.
  private func deliver() {
    if isPageOld {
      isPageOld = false
      let new = shown(in: range)
      if new != page {
        page = new
        sink.take(Item.checksum(of: page))
      }
    }
    if sum != deliveredSum {
      deliveredSum = sum
      sink.take(sum)
    }
  }
}
