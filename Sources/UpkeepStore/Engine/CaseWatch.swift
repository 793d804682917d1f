import Upkeep
import UpkeepScope

/// Cancels runs that were begun for a case when that goes away: one for all of them, so that a
/// change of the state costs no more for many.
final class CaseWatch {
  private var members = WeakTable<Int, Run>()
  private let updater = Updater()

  /// Makes one.
  ///
  /// - Parameter isPresent: whether the case is there.
  init(_ isPresent: Property<Bool>) {
    updater.onTransition(isPresent, initially: false) { [unowned self] _, isPresent in
      if !isPresent { cancelAll() }
    }
  }

  private func cancelAll() {
    // The last run to leave lets go of this.
    withExtendedLifetime(self) {
      for run in members.objects.sorted(by: { $0.number < $1.number }) { run.cancel() }
    }
  }

  /// Takes in a run for as long as the object that this returns is kept.
  ///
  /// - Parameters:
  ///   - run: the run to cancel.
  ///   - inner: is kept with it.
  /// - Returns: an object that the run keeps.
  func watch(_ run: Run, _ inner: AnyObject?) -> AnyObject {
    members[run.number] = run
    return Membership(watch: self, number: run.number, inner: inner)
  }

  private final class Membership {
    private let watch: CaseWatch
    private let number: Int
    private let inner: AnyObject?

    init(watch: CaseWatch, number: Int, inner: AnyObject?) {
      self.watch = watch
      self.number = number
      self.inner = inner
    }

    deinit { watch.members[number] = nil }
  }

  /// Names the parts that interactors were scoped to, and the row of each, on the way from the
  /// whole state.
  typealias Path = [AnyHashable]

  /// Stands for one step of a path.
  final class Step {}
}

extension StoreEngine {
  /// Finds the watch of a case, or makes it.
  ///
  /// - Parameters:
  ///   - path: the way to the case.
  ///   - isPresent: makes the property that says whether it is there.
  /// - Returns: the watch.
  func caseWatch(_ path: CaseWatch.Path, _ isPresent: () -> Property<Bool>) -> CaseWatch {
    if let known = caseWatches[path] { return known }
    let watch = CaseWatch(isPresent())
    caseWatches[path] = watch
    return watch
  }
}
