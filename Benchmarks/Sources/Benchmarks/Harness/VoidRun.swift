/// A wrong answer or count, which makes every measurement of the run worthless.
struct VoidRun: Error, CustomStringConvertible {
  let description: String

  /// Throws unless the found number is the expected one.
  static func unless(
    _ found: Int, is expected: Int, _ what: String, of subject: @autoclosure () -> String
  ) throws {
    if found != expected {
      throw VoidRun(
        description: "\(subject()): expected \(expected) \(what), found \(found). The run is void.")
    }
  }
}
