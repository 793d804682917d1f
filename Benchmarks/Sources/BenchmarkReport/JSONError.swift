/// The expected and the found part of a text, and the place.
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
