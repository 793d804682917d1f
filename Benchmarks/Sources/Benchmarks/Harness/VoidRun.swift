/// A wrong answer or a wrong count: nothing that was measured in the run is worth anything.
struct VoidRun: Error, CustomStringConvertible {
  let description: String

  /// Throws unless the finding is the expected one.
  static func unless(
    _ found: Int, is expected: Int, _ what: String, of subject: @autoclosure () -> String
  ) throws {
    if found != expected {
      throw VoidRun(
        description: "\(subject()): expected \(expected) \(what), found \(found). The run is void.")
    }
  }
}
