import Upkeep

// SAFETY: the undertaking is used only on the actor on which it was begun: `parkIfHere` asks, `park` goes there.
/// Finds the undertaking in which code runs, also where that has gone to another actor.
package struct UndertakingReference: @unchecked Sendable {
  private weak var undertaking: (any Undertaking)?
  private weak var owner: (any Actor)?

  package init(_ undertaking: any Undertaking, on owner: any Actor) {
    self.undertaking = undertaking
    self.owner = owner
  }

  /// Says that it waits, or does no longer: where its own actor runs at once, elsewhere by a visit there.
  package nonisolated(nonsending) func park(_ isParked: Bool) async {
    if parkIfHere(isParked) { return }
    if let owner { await park(isParked, on: owner) }
  }

  /// The same where its own actor runs the caller; says whether it does.
  @discardableResult
  package func parkIfHere(_ isParked: Bool) -> Bool {
    guard let owner, Isolation.current === owner else { return false }
    undertaking?.park(isParked)
    return true
  }

  private func park(_ isParked: Bool, on owner: isolated any Actor) {
    undertaking?.park(isParked)
  }
}
