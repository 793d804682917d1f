private import UpkeepThread

// SAFETY: its properties are touched only while `upkeep_lock` is held.
/// Passes the last change of an atom from the owner of its scope to the task that reads for it,
/// where the atom has gone before the task has ended.
final class ReadHandoff: @unchecked Sendable {
  private var isOpen: Bool?
  private var late: Save?

  /// The storage was read.
  ///
  /// - Parameter isOpen: whether it may be overwritten.
  /// - Returns: the change with which the atom has gone, which is to be saved now.
  func settle(isOpen: Bool) -> Save? {
    upkeep_lock()
    defer { upkeep_unlock() }
    self.isOpen = isOpen
    return isOpen ? late : nil
  }

  /// The atom goes, before the task has ended.
  ///
  /// - Returns: whether the caller is to save it. If not, it is saved when the saved value is
  ///   known.
  func handOver(_ save: Save) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    if isOpen == nil { late = save }
    return isOpen == true
  }
}
