/// An element of the measured lists.
struct Item: Identifiable, Equatable {
  let id: Int
  var cost: Int
  /// The first sort key of an item; the second is its identity.
  var order: Int
  var isOpen: Bool

  /// An unsorted list of `n` items, two thirds of them open; identities are positions.
  static func list(of n: Int) -> [Item] {
    var edits = ItemEdits(of: n)
    return (0..<n).map { id in
      let edit = edits.next(of: id)
      return Item(id: id, cost: edit.cost, order: edit.order, isOpen: id % 3 != 0)
    }
  }
}

/// A change of all variable parts of an item.
struct ItemEdit {
  let id: Int
  let cost: Int
  let order: Int

  func apply(to item: inout Item) {
    item.cost = cost
    item.order = order
    item.isOpen.toggle()
  }
}

/// Random edits of a list, the same in every run and for every contender.
struct ItemEdits {
  private let n: Int
  private var random = Sfc32(seed: "items")

  init(of n: Int) { self.n = n }

  /// The next edit, of a random item.
  mutating func next() -> ItemEdit {
    let id = below(n)
    return next(of: id)
  }

  mutating func next(of id: Int) -> ItemEdit {
    let cost = below(100)
    return ItemEdit(id: id, cost: cost, order: below(4 * n))
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() * Double(limit)) }
}
