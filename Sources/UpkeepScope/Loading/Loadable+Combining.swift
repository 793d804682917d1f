extension Loadable {
  /// Combines several values into one.
  ///
  /// The result is loading while a part is loading, has the first failure of a part, and has a
  /// value once each part has one.
  ///
  ///     let both = Loadable.all(scope[user], scope[posts])  // Loadable<(User, [Post])>
  ///
  /// - Parameter each: the values to combine.
  /// - Returns: the combined loadable.
  public static func all<each Part>(
    _ each: repeat Loadable<each Part>
  ) -> Loadable<(repeat each Part)> where Value == (repeat each Part) {
    var isLoading = false
    var error: (any Error)?
    var isComplete = true
    func look<Other>(_ part: Loadable<Other>) {
      isLoading = isLoading || part.isLoading
      error = error ?? part.error
      isComplete = isComplete && part.value != nil
    }
    repeat look(each each)
    // Each value exists if the parts are complete, so `held` throws for none.
    let values = isComplete ? try? (repeat (each each).held()) : nil
    return Loadable(values, error, isLoading: isLoading)
  }

  /// Combines the values of a list into one.
  ///
  /// The result is loading while an element is loading, has the first failure of an element, and
  /// has a value once each element has one.
  ///
  /// - Parameter list: the values to combine.
  /// - Returns: the combined loadable, with the values in order.
  public static func all<Element>(_ list: [Loadable<Element>]) -> Loadable<[Element]>
  where Value == [Element] {
    let values = list.compactMap(\.value)
    return Loadable(
      values.count == list.count ? values : nil, list.lazy.compactMap(\.error).first,
      isLoading: list.contains(where: \.isLoading))
  }

  /// Returns the first element with a value and no failure.
  ///
  /// Without such an element the result is loading while one is loading; otherwise it has the first
  /// failure, or `LoadError.endedWithoutValue` if there is none.
  ///
  /// - Parameter list: the loadables to choose from.
  /// - Returns: the first value, in the order of the list.
  public static func any(_ list: [Loadable]) -> Loadable {
    if let first = list.first(where: { $0.value != nil && $0.error == nil }) { return first }
    let isLoading = list.contains(where: \.isLoading)
    return Loadable(
      nil, isLoading ? nil : list.lazy.compactMap(\.error).first ?? LoadError.endedWithoutValue,
      isLoading: isLoading)
  }

  /// Combines the results of a list once all have settled; a failure hides no other result.
  ///
  /// - Parameter list: the values to combine.
  /// - Returns: loading while an element is loading, then the values and failures in order.
  public static func settled<Element>(
    _ list: [Loadable<Element>]
  ) -> Loadable<[Result<Element, any Error>]> where Value == [Result<Element, any Error>] {
    let results = list.compactMap(\.result)
    return results.count == list.count ? .value(results) : .loading
  }

  private func held() throws -> Value {
    guard let value else { throw LoadError.stillLoading }
    return value
  }
}
