#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The CPU time of the calling thread.
///
/// It excludes other work of the machine, but not the effect of that work on the caches.
enum ThreadClock {
  /// Nanoseconds since the thread began.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
