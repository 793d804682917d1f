/// The expected part of a text, the one found, and its place.
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
