/// A list of items with derived values: the sorted open items, a page of these, and their cost.
///
/// The page and the sum are delivered into the sink at the start and after each change.
protocol ItemList: AnyObject {
  static var identity: Identity { get }

  /// The expected calls of the closure that tests whether an item is open, after `changed` changes.
  static func calls(afterChangesOf changed: Int, in n: Int) -> Int

  /// Makes the list, and delivers the page and the sum.
  init(
    _ items: [Item], _ range: Range<Int>, into sink: Sink, isOpen: @escaping (Item) -> Bool)

  func edit(_ edit: ItemEdit)

  /// Makes many edits as one change.
  func edit(all edits: ArraySlice<ItemEdit>)

  /// Assigns a whole list with the same identities in the same order.
  func assign(_ items: [Item])

  /// Moves the page.
  func show(_ range: Range<Int>)

  /// The items on the page.
  var page: [Item] { get }
  var sum: Int { get }
}

extension ItemList {
  /// Asserts the page and the sum.
  func check(against model: inout ItemModel, _ subject: @autoclosure () -> String) throws {
    let (found, expected) = (page, model.page())
    try VoidRun.unless(sum, is: model.sum, "as the sum", of: subject())
    try VoidRun.unless(found.count, is: expected.count, "items on the page", of: subject())
    let equal = zip(found, expected).reduce(0) { $1.0 == $1.1 ? $0 + 1 : $0 }
    try VoidRun.unless(equal, is: expected.count, "expected items on the page", of: subject())
  }
}

extension Item {
  /// A number computed from the items and their order, which every contender delivers.
  @inline(__always)
  static func checksum(of items: some Sequence<Item>) -> Int {
    items.reduce(0) { $0 &* 31 &+ $1.cost }
  }
}
