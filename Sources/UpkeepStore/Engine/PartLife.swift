import UpkeepScope

/// The life of one part of a state, from its insertion to its removal or replacement.
///
/// The effects and hooks of the part end with its life.
final class PartLife {
  let id: AnyHashable
  /// Increases in the order in which lives were made.
  let number: Int
  private(set) var isOver = false
  var hooks: AnyObject?
  /// The watches of parts inside this part.
  let parts = PartTable()
  private var runs = WeakTable<Int, Run>()
  /// Retained, because the watch ends this life.
  private let watch: PartWatch

  init(_ id: AnyHashable, number: Int, in watch: PartWatch) {
    self.id = id
    self.number = number
    self.watch = watch
  }

  /// Registers an effect, to be cancelled when this life ends.
  func add(_ run: Run) { runs[run.number] = run }

  /// Ends lives: cancels their effects, and then ends their hooks, each in the order of creation.
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
    // Released only now, because its `deinit` may call back into the store.
    withExtendedLifetime(ending) {}
  }
}
