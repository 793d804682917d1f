#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs one input of the fuzzer; stops the program, which is how the fuzzer learns of a finding, where
/// something does not hold.
///
/// - Parameters:
///   - start: The first byte; `nil` where there is none.
///   - count: The number of bytes.
///   - violation: The claim that does not hold for the bytes, `nil` where all do.
/// - Returns: The fuzzer's sign that the input may be kept.
public func trying(
  _ start: UnsafePointer<UInt8>?, _ count: Int, _ violation: ([UInt8]) -> String?
) -> CInt {
  // SAFETY: the fuzzer owns `count` bytes from `start` on until the entry point returns.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let found = violation(bytes) {
    write(STDERR_FILENO, "FINDING: \(found)\n", found.utf8.count + 10)
    abort()
  }
  return 0
}
