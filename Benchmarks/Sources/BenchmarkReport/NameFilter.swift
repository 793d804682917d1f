/// Parts of names, which select workloads: all if there are none.
package struct NameFilter {
  package let parts: [String]

  package init(_ parts: [String]) { self.parts = parts }

  /// Whether a workload of that name is selected.
  package func includes(_ name: String) -> Bool {
    parts.isEmpty || parts.contains { name.contains($0) }
  }

  /// The reason why a part selects none of a run's names; `nil` if each part selects a name.
  ///
  /// - Parameters:
  ///   - names: the names of the run.
  ///   - full: the names of a full run; needed only for a part that selects nothing.
  /// - Returns: a sentence.
  package func complaint(
    among names: [String], ofAll full: @autoclosure () -> [String]
  ) -> String? {
    guard let part = parts.first(where: { part in !names.contains { $0.contains(part) } }) else {
      return nil
    }
    let others = full().filter { $0.contains(part) }
    if !others.isEmpty { return "--quick leaves out \(others.joined(separator: ", "))." }
    return "no workload has '\(part)' in its name" + NameAdvice.text(for: part, among: names)
  }
}
