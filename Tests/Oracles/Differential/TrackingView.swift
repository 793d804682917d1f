import Observation

/// Tracks the reads of a closure by Observation, and calls it again only on demand, like a view.
package final class TrackingView<Value> {
  private let read: () -> Value
  private var news = News()
  /// The results of the closure, in order.
  package private(set) var shown: [Value] = []

  /// The announcements since the last call of the closure: at most 1, for tracking announces once.
  package var announcements: Int { news.count }

  /// Makes a view, and calls the closure for the first time.
  ///
  /// - Parameter read: reads properties.
  package init(_ read: @escaping () -> Value) {
    self.read = read
    render()
  }

  /// Calls the closure and tracks its reads; the earlier reads no longer count.
  package func render() {
    let news = News()
    self.news = news
    withObservationTracking {
      shown.append(read())
    } onChange: {
      news.count += 1
    }
  }

  // SAFETY: the properties' owner alone changes the properties, and reads the count.
  /// Counts announcements.
  private final class News: @unchecked Sendable {
    var count = 0
  }
}
