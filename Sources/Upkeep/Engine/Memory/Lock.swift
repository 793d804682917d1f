import UpkeepThread

// SAFETY: the address is written once; only the operations of a mutex touch the memory behind it.
/// A lock for state that several isolations share; never held while a closure of the program runs.
final class Lock: @unchecked Sendable {
  private let mutex = upkeep_mutex_make()

  deinit { upkeep_mutex_free(mutex) }

  func withLock<Result>(_ body: () -> Result) -> Result {
    upkeep_mutex_lock(mutex)
    defer { upkeep_mutex_unlock(mutex) }
    return body()
  }
}
