import Upkeep

/// Writes a stored value that an effect sees through a property of some kind.
///
/// The operation is one write.
///
///     source -> kind -> effect
final class KindUpdate: Contestant {
  private let kind: Kind
  private let source = StoredProperty(0)
  private let property: Property<Int>
  private let updater = Updater()
  private let sink = Sink()
  private var value = 0

  init(_ kind: Kind) {
    self.kind = kind
    let property = kind.make(over: source)
    self.property = property
    updater.keepUpToDate(dependencies: [property]) { [sink] in sink.take(property.value) }
  }

  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let first = Opaque.hidden(value + 1)
    let source = source
    let start = ThreadClock.now
    for offset in 0..<operations { source.value = first &+ offset }
    let elapsed = ThreadClock.now - start
    let sum = (first..<first + operations).reduce(0, +)
    value += operations
    let subject = "update of \(kind)"
    try VoidRun.unless(sink.runs, is: operations, "effect runs", of: subject)
    try VoidRun.unless(sink.sum, is: sum, "as the sum of all effects", of: subject)
    return elapsed
  }
}

/// Reads an up-to-date property of some kind, outside tracking.
///
/// The operation is one read.
final class KindRead: Contestant {
  private let kind: Kind
  private let source = StoredProperty(0)
  private let property: Property<Int>
  private var value = 0

  init(_ kind: Kind) {
    self.kind = kind
    property = kind.make(over: source)
  }

  func sample(_ operations: Int) throws -> Int {
    value += 1
    source.value = value
    var sum = property.value &- value
    let property = property
    let start = ThreadClock.now
    for _ in 0..<operations {
      let read = property.value
      Opaque.consume(read)
      sum &+= read
    }
    let elapsed = ThreadClock.now - start
    try VoidRun.unless(sum, is: operations * value, "as the sum of all reads", of: "\(kind)")
    return elapsed
  }
}

extension Race {
  /// The races to update and to read each kind, as multiples of a plain derived value.
  static var kinds: [Race] {
    Kind.allCases.filter { $0 != .derived }.flatMap { kind in
      [
        against("derived", "\(kind).update", counts: Counts(recomputations: 0, effects: 1)) {
          KindUpdate($0 ? kind : .derived)
        },
        against("derived", "\(kind).read", counts: Counts(recomputations: 0, effects: 0)) {
          KindRead($0 ? kind : .derived)
        },
      ]
    }
  }

  /// Makes a race of one contender against its yardstick.
  ///
  /// `build` makes the contender if given true, and the yardstick otherwise. The samples assert the
  /// answers and the effect runs; `counts` says how many there are, and counts only closures of the
  /// program as recomputations. The counted pass repeats a large operation only once.
  static func against(
    _ yardstick: String, _ name: String, n: Int = 1, _ form: Identity.Form = .declared,
    counts: Counts,
    build: @escaping (_ isContender: Bool) -> any Contestant
  ) -> Race {
    func entrant(_ isContender: Bool) -> Entrant {
      Entrant(
        identity: Identity(engine: .upkeep, form: form),
        count: {
          _ = try build(isContender).sample(n < 10_000 ? 10 : 2)
          return counts
        },
        build: { build(isContender) })
    }
    return Race(
      name: name, n: n, runs: n, entrants: [entrant(true)], absences: [],
      yardstick: Yardstick(name: yardstick, entrant: entrant(false), runs: n))
  }
}
