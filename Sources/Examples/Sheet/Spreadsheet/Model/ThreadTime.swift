import Foundation

/// The time that this thread has spent computing, however busy the machine is.
enum ThreadTime {
  /// The computing time so far.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
