import Foundation

/// Runs a program with a stack that is large enough for deeply nested evaluation.
///
/// Formulas are first evaluated in the order of their references. The formulas of a ring have no
/// such order, so their evaluation nests as deeply as the ring is long.
enum LargeStack {
  private static let wantedBytes = 1 << 30
  private static let fewestBytes = 1 << 20

  /// Runs a program on a separate thread, and ends the process with its exit status.
  static func exit(running program: @escaping @Sendable () -> Int32) -> Never {
    let thread = Thread { Foundation.exit(program()) }
    thread.stackSize = availableBytes
    thread.start()
    while true { Thread.sleep(until: .distantFuture) }
  }

  /// The wanted size, halved until twice as much address space is free.
  ///
  /// A thread whose stack does not fit would never start, without an error. The other half of the
  /// free address space is left for the rest of the program.
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
