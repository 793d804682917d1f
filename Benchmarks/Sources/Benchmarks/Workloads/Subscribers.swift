/// Many subscribers of one value.
///
/// The operation subscribes `n`, writes once, and cancels every second subscriber from the front
/// and then the others from the back; the time per node is per subscriber.
final class Subscribers<S: Subscribable>: Contestant {
  static var name: String { "subscribers" }

  private let n: Int
  private let sink = Sink()

  init(n: Int) { self.n = n }

  func sample(_ operations: Int) throws -> Int {
    var elapsed = 0
    for _ in 0..<operations { elapsed += try subscribeNotifyCancel() }
    return elapsed
  }

  private func subscribeNotifyCancel() throws -> Int {
    let subject = S()
    let written = Opaque.hidden(1)
    var subscriptions: [S.Subscription] = []
    subscriptions.reserveCapacity(n)
    sink.reset()

    let start = ThreadClock.now
    for _ in 0..<n { subscriptions.append(subject.subscribe(sink)) }
    subject.write(written)
    for index in stride(from: 0, to: n, by: 2) { subject.cancel(subscriptions[index]) }
    for index in stride(from: n - 1 - n % 2, to: 0, by: -2) { subject.cancel(subscriptions[index]) }
    let elapsed = ThreadClock.now - start

    // A subscriber runs with 0 when it subscribes, and once for the write; once cancelled, it never
    // runs again.
    subject.write(2)
    let name = "\(Self.name) \(n), \(S.identity)"
    try VoidRun.unless(sink.runs, is: 2 * n, "effect runs", of: name)
    try VoidRun.unless(sink.sum, is: n, "as the sum of all effects", of: name)
    return elapsed
  }

  static func entrant(n: Int) -> Entrant {
    Entrant(
      S.identity,
      count: {
        let contestant = Subscribers(n: n)
        _ = try contestant.sample(1)
        return Counts(recomputations: 0, effects: contestant.sink.runs)
      },
      contestant: { Subscribers(n: n) })
  }
}

extension Race {
  /// The race with `n` subscribers.
  static func subscribers(n: Int) -> Race {
    Race(
      name: "subscribers", n: n, runs: n,
      entrants: [
        Subscribers<DeclaredSubscribable>.entrant(n: n),
        Subscribers<TrackedSubscribable>.entrant(n: n),
        Subscribers<HandwrittenSubscribable>.entrant(n: n),
      ],
      absences: [
        Absence(identity: Raw.identity, reason: "its buffer is filled once and for all"),
        Absence(identity: Naive.identity, reason: "its array takes n steps to remove from"),
        Absence(identity: Observed.identity, reason: "it has no way to cancel"),
      ])
  }
}
