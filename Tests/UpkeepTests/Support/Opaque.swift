/// A value that cannot be compared.
struct Opaque {
  var number: Int
}
