import Foundation

// SAFETY: `value` is touched only while `lock` is held.
/// A counter that several threads use.
final class LoadCount: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func add(_ number: Int) { lock.withLock { value += number } }

  var current: Int { lock.withLock { value } }
}

/// An object for closures to hold; it counts the live objects, on any thread.
final class Load: Sendable {
  private let count: LoadCount

  init(_ count: LoadCount) {
    self.count = count
    count.add(1)
  }

  deinit { count.add(-1) }
}
