import Foundation

/// Runs a program where deep nesting does not end it.
///
/// Formulas that nobody has read yet are read in the order of their references; those of a ring have
/// no order, and nest as deeply as the ring is long.
enum LargeStack {
  private static let wantedBytes = 1 << 30
  private static let fewestBytes = 1 << 20

  /// Runs a program on a thread of its own and ends the process with its exit status.
  static func exit(running program: @escaping @Sendable () -> Int32) -> Never {
    let thread = Thread { Foundation.exit(program()) }
    thread.stackSize = availableBytes
    thread.start()
    while true { Thread.sleep(until: .distantFuture) }
  }

  /// The wanted size, halved until there is room for it: where the address space is limited, a
  /// thread with too large a stack would silently never start.
  ///
  /// As much again is left for everything else.
  private static var availableBytes: Int {
    var bytes = wantedBytes
    while bytes > fewestBytes, !hasRoom(for: 2 * bytes) { bytes /= 2 }
    return bytes
  }

  private static func hasRoom(for bytes: Int) -> Bool {
    let pages = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard pages != MAP_FAILED else { return false }
    munmap(pages, bytes)
    return true
  }
}
