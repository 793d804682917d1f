/// Changes a list of `n` items with derived values.
///
/// The open items are sorted, a page of 20 of these is shown, and the costs are summed. Every
/// sample compares the page and the sum with plain arrays. The counted pass also asserts, after
/// every operation, the deliveries and the calls of the closure that tests if an item is open.
///
///     items -> open -> sorted -> page -> effect
///                \--> sum ------------> effect
final class ItemTask<List: ItemList>: Contestant {
  private let kind: ItemTaskKind
  private let n: Int
  private let sink = Sink()
  private let list: List
  private var model: ItemModel
  private var edits: ItemEdits

  init(_ kind: ItemTaskKind, n: Int, isOpen: @escaping (Item) -> Bool = { $0.isOpen }) {
    self.kind = kind
    self.n = n
    model = ItemModel(Item.list(of: n), 0..<20)
    edits = ItemEdits(of: n)
    list = List(model.items, model.range, into: sink, isOpen: isOpen)
  }

  /// Takes a sample, with one untimed operation before it, as in the samples of graphs.
  func sample(_ operations: Int) throws -> Int {
    _ = change(1)
    let elapsed = change(operations)
    try checkAnswers()
    return elapsed
  }

  /// Does the operation repeatedly; returns the time in nanoseconds.
  private func change(_ operations: Int) -> Int {
    switch kind {
    case .edit: edit(operations)
    case .batch: editInBatches(operations)
    case .assign: assign(operations)
    case .window: moveWindow(operations)
    }
  }

  private func edit(_ operations: Int) -> Int {
    let steps = (0..<operations).map { _ in edits.next() }
    let start = ThreadClock.now
    for step in steps { list.edit(step) }
    let elapsed = ThreadClock.now - start
    model.apply(steps)
    return elapsed
  }

  private func editInBatches(_ operations: Int) -> Int {
    let size = ItemTaskKind.batchSize
    let steps = (0..<operations * size).map { _ in edits.next() }
    let start = ThreadClock.now
    for first in stride(from: 0, to: steps.count, by: size) {
      list.edit(all: steps[first..<first + size])
    }
    let elapsed = ThreadClock.now - start
    model.apply(steps)
    return elapsed
  }

  /// Assigns two lists in turn, which differ in one item of a hundred.
  private func assign(_ operations: Int) -> Int {
    let before = model.items
    model.apply(stride(from: 0, to: n, by: n / kind.edits(of: n)).map { edits.next(of: $0) })
    let lists = [model.items, before]
    let start = ThreadClock.now
    for number in 0..<operations { list.assign(lists[number & 1]) }
    let elapsed = ThreadClock.now - start
    model.items = lists[(operations - 1) & 1]
    return elapsed
  }

  /// Moves the window by one, as if a person scrolled through the first quarter again and again.
  private func moveWindow(_ operations: Int) -> Int {
    let (first, count) = (model.range.lowerBound, model.range.count)
    let starts = (1...operations).map { (first + $0) % (n / 4) }
    let begin = ThreadClock.now
    for start in starts { list.show(start..<start + count) }
    let elapsed = ThreadClock.now - begin
    if let start = starts.last { model.range = start..<start + count }
    return elapsed
  }

  private func checkAnswers() throws {
    try list.check(against: &model, "\(kind.name) \(n), \(List.identity)")
  }
}

extension ItemTask {
  /// Does the operation a few times, with exact counts.
  static func count(_ kind: ItemTaskKind, n: Int) throws -> Counts {
    let tally = Tally()
    let task = ItemTask(kind, n: n) {
      tally.note()
      return $0.isOpen
    }
    var counts = Counts(recomputations: 0, effects: 0)
    for _ in 1...(n > 100_000 ? 2 : 5) { counts = try task.count(tally) }
    return counts
  }

  private func count(_ tally: Tally) throws -> Counts {
    var before = model
    let (oldPage, oldSum) = (before.page(), before.sum)
    tally.reset()
    sink.reset()
    _ = change(1)
    try checkAnswers()
    let (page, sum) = (model.page(), model.sum)
    let subject = "\(kind.name) \(n), \(List.identity)"
    let delivered =
      (page == oldPage ? [] : [Item.checksum(of: page)]) + (sum == oldSum ? [] : [sum])
    try VoidRun.unless(sink.runs, is: delivered.count, "effect runs", of: subject)
    try VoidRun.unless(
      sink.sum, is: delivered.reduce(0, &+), "as the sum of all effects", of: subject)
    let calls = List.calls(afterChangesOf: model.changes(since: before), in: n)
    try VoidRun.unless(tally.computations, is: calls, "calls of the filter", of: subject)
    return Counts(recomputations: calls, effects: sink.runs)
  }
}

/// The kinds of operations of an `ItemTask`.
enum ItemTaskKind: String, CaseIterable {
  /// One random edit of an item: its cost, its order, and whether it is open.
  case edit
  /// `batchSize` such edits, as one change.
  case batch
  /// The assignment of a whole list, in which one item of a hundred differs.
  case assign
  /// A move of the window by one.
  case window

  static let batchSize = 100

  var name: String { "collection.\(rawValue)" }

  /// The number of edits in one operation: the divisor of the time per node.
  func edits(of n: Int) -> Int {
    switch self {
    case .edit, .window: 1
    case .batch: Self.batchSize
    case .assign: n / 100
    }
  }
}
