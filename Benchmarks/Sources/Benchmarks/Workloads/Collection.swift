import Upkeep

/// Changes one element of a collection of `n`, which an effect follows.
///
/// The operation is one change.
///
///     elements ─────────> collection -> effect
///     element i: size -> /
final class Collection: Contestant {
  private final class Element {
    let size: StoredProperty<Int>
    init(_ size: Int) { self.size = StoredProperty(size) }
  }

  private let n: Int
  private let elements: [Element]
  private let updater = Updater()
  private let sink = Sink()
  private var next = 0

  init(n: Int) {
    self.n = n
    let elements = (0..<n).map { Element($0) }
    self.elements = elements
    let collection = MultilevelCollectionProperty(StoredProperty(elements), \.size)
    updater.keepUpToDate(dependencies: [collection]) { [sink] in sink.take(1) }
  }

  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    // The same few elements change, among any number of others.
    let changing = (0..<16).map { elements[$0 * (n / 16)].size }
    let first = next
    next += operations
    let start = ThreadClock.now
    for step in first..<first + operations { changing[step & 15].value = -1 - step }
    let elapsed = ThreadClock.now - start
    try VoidRun.unless(sink.runs, is: operations, "effect runs", of: "collection \(n)")
    return elapsed
  }
}

extension Race {
  /// The race to change one of `n` elements, as a multiple of updating a plain derived value.
  static func collection(n: Int) -> Race {
    against(
      "derived", "collection", counts: Counts(recomputations: 0, effects: 1)
    ) { $0 ? Collection(n: n) as any Contestant : KindUpdate(.derived) }
    .sized(n)
  }

  /// The same race reported under another size; the time per node stays the time of one operation.
  private func sized(_ n: Int) -> Race {
    Race(
      name: name, n: n, runs: runs, entrants: entrants, absences: absences, yardstick: yardstick)
  }
}
