/// What a text should have held, what it holds, and where.
struct JSONError: Error, Equatable {
  let expected: String
  let found: String
  let place: JSONValue.Place
}

extension JSONError: CustomStringConvertible {
  var description: String {
    "line \(place.line), column \(place.column): expected \(expected), found \(found)"
  }
}
