extension Loadable {
  /// All of several: loading while one is, failed if one has, with a value once each has one.
  ///
  ///     let both = Loadable.all(scope[user], scope[posts])  // Loadable<(User, [Post])>
  ///
  /// - Parameter each: the values to combine.
  /// - Returns: one loadable of all; the first failure.
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
    // A missing value throws, but none is missing if it is complete.
    let values = isComplete ? try? (repeat (each each).held()) : nil
    return Loadable(values, error, isLoading: isLoading)
  }

  /// All of a list: loading while one is, failed if one has, with a value once each has one.
  ///
  /// - Parameter list: the values to combine.
  /// - Returns: one loadable of all, in their order; the first failure.
  public static func all<Element>(_ list: [Loadable<Element>]) -> Loadable<[Element]>
  where Value == [Element] {
    let values = list.compactMap(\.value)
    return Loadable(
      values.count == list.count ? values : nil, list.lazy.compactMap(\.error).first,
      isLoading: list.contains(where: \.isLoading))
  }

  /// The first of a list that has a value without a failure.
  ///
  /// Without one it is loading while one is, and then has failed with the first failure.
  ///
  /// - Parameter list: the closure to try.
  /// - Returns: the loadable of the first value, in the order of the list.
  public static func any(_ list: [Loadable]) -> Loadable {
    if let first = list.first(where: { $0.value != nil && $0.error == nil }) { return first }
    let isLoading = list.contains(where: \.isLoading)
    return Loadable(
      nil, isLoading ? nil : list.lazy.compactMap(\.error).first ?? LoadError.endedWithoutValue,
      isLoading: isLoading)
  }

  /// Each of a list as it has come, once all have: no failure of one hides the others.
  ///
  /// - Parameter list: the values to combine.
  /// - Returns: loading while one is, and then the values and failures in their order.
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
