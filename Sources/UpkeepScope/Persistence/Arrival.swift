private import UpkeepThread

// SAFETY: its properties are touched only while `upkeep_lock` is held.
/// What the owner of a scope and the task that loads for it tell one another: what is saved is known, and the atom has gone
/// with a change.
final class Arrival: @unchecked Sendable {
  private var isOpen: Bool?
  private var late: Save?

  /// What is saved is known.
  ///
  /// - Parameter isOpen: whether it may be overwritten.
  /// - Returns: the change with which the atom has gone, which is to be saved now.
  func settle(isOpen: Bool) -> Save? {
    upkeep_lock()
    defer { upkeep_unlock() }
    self.isOpen = isOpen
    return isOpen ? late : nil
  }

  /// The atom goes, with a change.
  ///
  /// - Returns: whether the caller is to save it. If not, it is saved when what is saved is known.
  func handOver(_ save: Save) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    if isOpen == nil { late = save }
    return isOpen == true
  }
}
