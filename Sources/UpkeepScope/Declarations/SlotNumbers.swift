import UpkeepThread

// SAFETY: used only while `upkeep_lock` is held.
/// Small numbers, each held by one definition at a time.
final class SlotNumbers: @unchecked Sendable {
  static let shared = SlotNumbers()
  // SAFETY: as above, so no two accesses overlap.
  @exclusivity(unchecked) private var free: [Int] = []
  // SAFETY: as above.
  @exclusivity(unchecked) private var count = 0

  func take() -> Int {
    upkeep_lock()
    defer { upkeep_unlock() }
    if let number = free.popLast() { return number }
    count += 1
    return count - 1
  }

  func give(_ number: Int) {
    upkeep_lock()
    defer { upkeep_unlock() }
    free.append(number)
  }
}
