import Upkeep

// SAFETY: the item is used only on the actor on which it was begun: `parkIfHere` asks, `park` goes
// there.
/// Finds the item in which code runs, also where that has gone to another actor.
package struct WorkItemReference: @unchecked Sendable {
  private weak var item: (any WorkItem)?
  private weak var owner: (any Actor)?

  package init(_ item: any WorkItem, on owner: any Actor) {
    self.item = item
    self.owner = owner
  }

  /// Says that it waits, or does no longer: where its own actor runs at once, elsewhere by a visit
  /// there.
  package nonisolated(nonsending) func park(_ isParked: Bool) async {
    if parkIfHere(isParked) { return }
    if let owner { await park(isParked, on: owner) }
  }

  /// The same where its own actor runs the caller; says whether it does.
  @discardableResult
  package func parkIfHere(_ isParked: Bool) -> Bool {
    guard let owner, Isolation.current === owner else { return false }
    item?.park(isParked)
    return true
  }

  private func park(_ isParked: Bool, on owner: isolated any Actor) {
    item?.park(isParked)
  }
}
