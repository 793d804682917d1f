/// Makes a list of `n` items, and reads the page and the sum, which computes them.
///
/// The operation is all of this; the time per node is per item. The release of the list is untimed.
final class ItemCreation<List: ItemList>: Contestant {
  static var name: String { "collection.create" }

  private let n: Int
  private let items: [Item]
  private var model: ItemModel
  private let sink = Sink()

  init(n: Int) {
    self.n = n
    items = Item.list(of: n)
    model = ItemModel(items, 0..<20)
  }

  func sample(_ operations: Int) throws -> Int {
    var elapsed = 0
    for _ in 0..<operations { elapsed += try create { $0.isOpen } }
    return elapsed
  }

  private func create(isOpen: @escaping (Item) -> Bool) throws -> Int {
    sink.reset()
    let start = ThreadClock.now
    let list = List(items, model.range, into: sink, isOpen: isOpen)
    let elapsed = ThreadClock.now - start
    let subject = "\(Self.name) \(n), \(List.identity)"
    try VoidRun.unless(sink.runs, is: 2, "effect runs", of: subject)
    try list.check(against: &model, subject)
    return elapsed
  }

  static func count(n: Int) throws -> Counts {
    let tally = Tally()
    let creation = ItemCreation(n: n)
    _ = try creation.create {
      tally.note()
      return $0.isOpen
    }
    let calls = List.calls(afterChangesOf: n, in: n)
    try VoidRun.unless(
      tally.computations, is: calls, "calls of the filter", of: "\(name) \(n), \(List.identity)")
    return Counts(recomputations: calls, effects: creation.sink.runs)
  }
}
