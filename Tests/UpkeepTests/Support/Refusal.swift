/// An error that a test throws.
struct Refusal: Error, Equatable {
  var number = 0
}
