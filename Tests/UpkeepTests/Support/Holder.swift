/// Holds a value that is made later.
final class Holder<Content> {
  var content: Content?

  init(_ content: Content? = nil) { self.content = content }
}
