// SAFETY: the item is used only on the actor on which it began: `parkIfHere` checks, `park` goes
// there.
/// Refers to the item whose code runs, also after the code has moved to another actor.
package struct WorkItemReference: @unchecked Sendable {
  private weak var item: (any WorkItem)?
  private weak var owner: (any Actor)?

  package init(_ item: any WorkItem, on owner: any Actor) {
    self.item = item
    self.owner = owner
  }

  /// Notes whether the item waits: immediately on its own actor, from elsewhere by a hop to it.
  package nonisolated(nonsending) func park(_ isParked: Bool) async {
    if parkIfHere(isParked) { return }
    if let owner { await park(isParked, on: owner) }
  }

  /// Notes whether the item waits if the caller runs on its actor; returns whether it does.
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
