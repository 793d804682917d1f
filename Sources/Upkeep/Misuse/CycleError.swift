/// A derived value needs itself.
///
/// A derived value of type `Result<_, any Error>` in the ring becomes `.failure` with this error.
public struct CycleError: Error, CustomStringConvertible {
  /// The names along the ring; each needs the next, and the last is the first again.
  public let path: [String]

  /// Where each was made, in the order of `path`.
  public let places: [String]

  package init(places labels: [Label]) {
    path = labels.map(\.name)
    places = labels.map(\.place)
  }

  /// The ring as `total -> tax -> total`, and where each of its members was made.
  public var description: String {
    let members = zip(path, places).dropLast().filter { $0 != $1 }.map { "\($0) at \($1)" }
    let ring = path.joined(separator: " -> ")
    return members.isEmpty ? ring : "\(ring) (\(members.joined(separator: ", ")))"
  }
}
