/// The error of a derived value that needs itself.
///
/// A derived value of type `Result<_, any Error>` in the cycle becomes `.failure` with this error,
/// whose path begins at that value. `Computed.catching` makes such a definition, and a resource in
/// a cycle fails with this error.
public struct CycleError: Error, Equatable, CustomStringConvertible {
  /// A cycle, shared by the errors of its members, so that n members take the memory of n names.
  private final class Cycle: Sendable {
    /// The names along the cycle; the last is the first again.
    let path: [String]
    let places: [String]
    /// The names of the members that cannot become a failure, and would have to become a `Result`.
    let withoutResult: [String]

    init(_ labels: [Label], withoutResult: [Label]) {
      path = labels.map(\.name)
      places = labels.map(\.place)
      self.withoutResult = withoutResult.map(\.name)
    }

    var count: Int { max(path.count - 1, 0) }
  }

  private let cycle: Cycle
  /// The member at which the path begins.
  private var start = 0

  package init(places labels: [Label], withoutResult: [Label] = []) {
    cycle = Cycle(labels, withoutResult: withoutResult)
  }

  /// The names along the cycle; each member needs the next, and the last name is the first again.
  ///
  /// - Complexity: O(members).
  public var path: [String] { around(cycle.path) }

  /// The places where the members were made, in the order of `path`.
  ///
  /// - Complexity: O(members).
  public var places: [String] { around(cycle.places) }

  /// The names along the cycle from the member at which it was found, one array for the errors of
  /// all members.
  package var sharedPath: [String] { cycle.path }

  private func around(_ names: [String]) -> [String] {
    start == 0 ? names : Array(names[start...] + names[1...start])
  }

  /// Returns the same cycle from another member, given by its offset from the path's first member.
  func beginning(at index: Int) -> CycleError {
    var error = self
    error.start = (start + index) % max(cycle.count, 1)
    return error
  }

  /// Returns the same cycle from the member with a label, if that is in the cycle.
  ///
  /// - Complexity: O(members); O(1) for the member before the first one, as when each member fails
  ///   after the next one.
  package func beginning(with label: Label) -> CycleError {
    let (name, place) = (label.name, label.place)
    let count = cycle.count
    for step in 0..<count {
      let index = (start + count - step) % count
      if cycle.path[index] == name, cycle.places[index] == place {
        var error = self
        error.start = index
        return error
      }
    }
    return self
  }

  /// Whether two errors have the same path, and their members the same places.
  @_documentation(visibility: internal)
  public static func == (left: CycleError, right: CycleError) -> Bool {
    if left.cycle === right.cycle { return left.start == right.start }
    let count = left.cycle.count
    return count == right.cycle.count
      && (0..<count).allSatisfy { index in
        let (old, new) = ((left.start + index) % count, (right.start + index) % count)
        return left.cycle.path[old] == right.cycle.path[new]
          && left.cycle.places[old] == right.cycle.places[new]
      }
  }

  /// The cycle as `total -> tax -> total`, with the place of each member.
  public var description: String {
    let members = zip(path, places).dropLast().filter { $0 != $1 }.map { "\($0) at \($1)" }
    let cycle = path.joined(separator: " -> ")
    return members.isEmpty ? cycle : "\(cycle) (\(members.joined(separator: ", ")))"
  }

  /// The advice to add to "break the cycle".
  var cure: String {
    let form = "DerivedProperty.catching, or Computed.catching for a definition"
    guard let last = cycle.withoutResult.last else {
      return ", or make its members with \(form), to receive it as a failure"
    }
    let first = cycle.withoutResult.dropLast()
    let members = first.isEmpty ? last : "each of \(first.joined(separator: ", ")) and \(last)"
    return """
      , or turn \(members) into a Result (\(form)) to receive it as a failure; a reader outside the cycle that \
      catches it does not help
      """
  }
}
