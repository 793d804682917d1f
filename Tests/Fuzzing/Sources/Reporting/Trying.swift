#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs one input of the fuzzer, and stops the program if a claim does not hold.
///
/// The fuzzer takes the stop for a finding.
///
/// - Parameters:
///   - start: The first byte; `nil` if there is none.
///   - count: The number of bytes.
///   - violation: Returns the claim that the bytes violate; `nil` if all claims hold.
/// - Returns: 0: the fuzzer may keep the input.
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
