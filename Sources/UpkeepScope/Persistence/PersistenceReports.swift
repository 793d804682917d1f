import Upkeep
private import UpkeepThread

// SAFETY: `owner` and `undelivered` are touched only while `upkeep_lock` is held.
/// Failures to save, on their way to the owner of the scope.
final class PersistenceReports: @unchecked Sendable {
  private weak var owner: (any Actor)?
  private var undelivered: [Misuse] = []

  init(owner: (any Actor)?) { self.owner = owner }

  /// Reports a problem: at once where the owner runs, or where there is none; otherwise as soon as
  /// it does.
  func post(_ atom: String, _ problem: String) {
    let misuse = Misuse.savingFailed(atom: atom, problem: problem)
    guard let owner = locked({ self.owner }), Isolation.current !== owner else {
      Misuse.report(misuse)
      return
    }
    locked { undelivered.append(misuse) }
    Task { await deliver(on: owner) }
  }

  /// Reports the failures that have come from elsewhere.
  func deliver() {
    let reports = locked {
      defer { undelivered = [] }
      return undelivered
    }
    for misuse in reports { Misuse.report(misuse) }
  }

  private func deliver(on owner: isolated any Actor) { deliver() }

  private func locked<Result>(_ body: () -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body()
  }
}
