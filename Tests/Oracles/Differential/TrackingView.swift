import Observation

/// One who tracks what a closure reads by Observation: as a view does, it reads anew only when it is told to.
package final class TrackingView<Value> {
  private let read: () -> Value
  private var news = News()
  /// The results of the closure, in order.
  package private(set) var shown: [Value] = []

  /// The number of announcements since the closure was called last: 1 at most, for who tracks is told once.
  package var announcements: Int { news.count }

  /// Makes one, and calls the closure for the first time.
  ///
  /// - Parameter read: reads something.
  package init(_ read: @escaping () -> Value) {
    self.read = read
    render()
  }

  /// Calls the closure, and tracks what it reads; what it has read before counts no longer.
  package func render() {
    let news = News()
    self.news = news
    withObservationTracking {
      shown.append(read())
    } onChange: {
      news.count += 1
    }
  }

  // SAFETY: counted where the properties are changed, by their owner, and read there.
  /// Counts announcements.
  private final class News: @unchecked Sendable {
    var count = 0
  }
}
