import Foundation

/// The bytes of stack that must hold 500 nested closures of the program.
///
/// A release build has the stack of law 13; a debug build, whose frames are larger, has more.
#if DEBUG
  package let nestingStack = 32 << 20
#else
  package let nestingStack = 512 << 10
#endif

/// Runs a closure on a thread of its own, whose stack has the given size, and waits for it.
package func withStack<Result: Sendable>(
  bytes: Int = 512 << 10, _ body: @escaping @Sendable () -> Result
) -> Result {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var result: Result?
  let thread = Thread {
    // SAFETY: read only after the semaphore says that this was written.
    result = body()
    done.signal()
  }
  thread.stackSize = bytes
  thread.start()
  done.wait()
  guard let result else { preconditionFailure("the closure of withStack has returned nothing") }
  return result
}
