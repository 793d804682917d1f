public import Upkeep

extension Updater {
  /// Writes the elements of an asynchronous sequence to a bound value, on the updater's actor.
  ///
  ///     updater.feed(scope.bound(Weather.celsius), from: station.readings)
  ///
  /// - Parameters:
  ///   - bound: the value to write; its source is kept while the feed runs.
  ///   - elements: the sequence of values.
  ///   - isolation: the actor to which the updater and the value belong; found at run time if the
  ///     compiler knows none.
  ///   - name: the feed's name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that shows the state of the feed and cancels it.
  @discardableResult
  public func feed<Elements: AsyncSequence & Sendable>(
    _ bound: Bound<Elements.Element>, from elements: Elements,
    on isolation: (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> FeedToken where Elements.Element: Sendable {
    feed(from: elements, on: isolation, name: name, file: file, line: line) { bound.value = $0 }
  }
}
