import Upkeep
private import UpkeepThread

// SAFETY: `owner` and `undelivered` are used only while `upkeep_lock` is held.
/// Delivers failures of saves to the scope's owner.
final class PersistenceReports: @unchecked Sendable {
  private weak var owner: (any Actor)?
  private var undelivered: [Misuse] = []

  init(owner: (any Actor)?) { self.owner = owner }

  /// Reports a problem immediately, or later on the owner if the caller runs elsewhere.
  func post(_ atom: String, _ problem: String) {
    let misuse = Misuse.savingFailed(atom: atom, problem: problem)
    guard let owner = locked({ self.owner }), Isolation.current !== owner else {
      Misuse.report(misuse)
      return
    }
    locked { undelivered.append(misuse) }
    Task { await deliver(on: owner) }
  }

  /// Reports the pending failures.
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
