@testable import Upkeep

extension Updater {
  /// Pauses the updater, calls a closure, and unpauses the updater.
  func whilePaused(_ body: () -> Void) {
    pause()
    body()
    unpause()
  }
}
