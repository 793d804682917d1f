import Upkeep

// SAFETY: the undertaking is used only on the actor on which it was begun: `park` asks.
/// Finds the undertaking in which code runs, also where that has gone to another actor.
package struct UndertakingReference: @unchecked Sendable {
  private weak var undertaking: (any Undertaking)?
  private weak var owner: (any Actor)?

  package init(_ undertaking: any Undertaking, on owner: any Actor) {
    self.undertaking = undertaking
    self.owner = owner
  }

  func park(_ isParked: Bool) {
    if let owner, Isolation.current === owner { undertaking?.park(isParked) }
  }
}
