public import Upkeep

extension Updater {
  /// Writes the elements of an asynchronous sequence to a bound value, on the actor to which both belong.
  ///
  ///     updater.feed(scope.bound(Weather.celsius), from: station.readings)
  ///
  /// - Parameters:
  ///   - bound: the value to write; its source is kept as long as the feed runs.
  ///   - elements: brings the values.
  ///   - isolation: the actor; found by the library where the compiler knows of none.
  ///   - name: what messages call the feed; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that tells how the feed goes, and cancels it.
  @discardableResult
  public func feed<Elements: AsyncSequence & Sendable>(
    _ bound: Bound<Elements.Element>, from elements: Elements,
    on isolation: (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> FeedToken where Elements.Element: Sendable {
    feed(from: elements, on: isolation, name: name, file: file, line: line) { bound.value = $0 }
  }
}
