/// A derived value needs itself.
///
/// A derived value of type `Result<_, any Error>` in the cycle becomes `.failure` with this error.
public struct CycleError: Error, Equatable, CustomStringConvertible {
  /// The names along the cycle; each needs the next, and the last is the first again.
  public let path: [String]

  /// The places where they were made, in the order of `path`.
  public let places: [String]

  /// Its members that cannot become a failure, by their names: those to turn into a `Result`.
  let withoutResult: [String]

  package init(places labels: [Label], withoutResult: [Label] = []) {
    path = labels.map(\.name)
    places = labels.map(\.place)
    self.withoutResult = withoutResult.map(\.name)
  }

  /// The cycle as `total -> tax -> total`, and where each of its members was made.
  public var description: String {
    let members = zip(path, places).dropLast().filter { $0 != $1 }.map { "\($0) at \($1)" }
    let cycle = path.joined(separator: " -> ")
    return members.isEmpty ? cycle : "\(cycle) (\(members.joined(separator: ", ")))"
  }

  /// The advice to give besides breaking the cycle.
  var cure: String {
    guard let last = withoutResult.last else {
      return ", or use DerivedProperty.catching to receive it as a failure"
    }
    let first = withoutResult.dropLast()
    let members = first.isEmpty ? last : "each of \(first.joined(separator: ", ")) and \(last)"
    return """
      , or turn \(members) into a Result (DerivedProperty.catching) to receive it as a failure; a reader outside \
      the cycle that catches it does not help
      """
  }
}
