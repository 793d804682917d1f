import UpkeepScope

/// The life of one part of a state: from the change with which it comes to the one with which it
/// goes, or is replaced.
///
/// Effects and hooks that were begun for the part end with it.
final class PartLife {
  /// The identity of the part.
  let id: AnyHashable
  /// The order in which lives were made.
  let number: Int
  private(set) var isOver = false
  /// The hooks of the part.
  var hooks: AnyObject?
  /// The watches of parts of this part.
  let parts = PartTable()
  private var runs = WeakTable<Int, Run>()
  /// Kept, so that it tells when this is over.
  private let watch: PartWatch

  init(_ id: AnyHashable, number: Int, in watch: PartWatch) {
    self.id = id
    self.number = number
    self.watch = watch
  }

  /// Has an effect cancelled when this is over.
  func add(_ run: Run) { runs[run.number] = run }

  /// Ends lives: cancels their effects, and ends their hooks, each in the order in which they have
  /// begun.
  static func end(_ lives: [PartLife]) {
    let lives = lives.sorted { $0.number < $1.number }
    for life in lives { life.isOver = true }
    let runs = lives.flatMap(\.runs.objects)
    for run in runs.sorted(by: { $0.number < $1.number }) { run.cancel() }
    for life in lives { life.endHooks() }
  }

  func endHooks() {
    let ending = hooks
    hooks = nil
    // Its `deinit` finds all in order.
    withExtendedLifetime(ending) {}
  }
}
