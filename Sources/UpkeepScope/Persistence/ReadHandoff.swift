private import UpkeepThread

// SAFETY: the properties are used only while `upkeep_lock` is held.
/// Passes the last change of an ended atom to the task that is still reading its saved value.
final class ReadHandoff: @unchecked Sendable {
  private var isOpen: Bool?
  private var late: Save?

  /// Notes that the storage was read.
  ///
  /// - Parameter isOpen: whether the saved value may be overwritten.
  /// - Returns: the change that was handed over, to be saved now.
  func settle(isOpen: Bool) -> Save? {
    upkeep_lock()
    defer { upkeep_unlock() }
    self.isOpen = isOpen
    return isOpen ? late : nil
  }

  /// Hands over the last change of an atom that ends.
  ///
  /// - Returns: whether the caller must save it. If not, the reading task saves it, provided that
  ///   the saved value may be overwritten.
  func handOver(_ save: Save) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    if isOpen == nil { late = save }
    return isOpen == true
  }
}
