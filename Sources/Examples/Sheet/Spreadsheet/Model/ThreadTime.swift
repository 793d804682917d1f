import Foundation

/// The processor time of this thread, which does not depend on other load of the machine.
enum ThreadTime {
  /// The processor time so far.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
