package import Upkeep

extension Misuse {
  /// The setters of definitions that pass on their writes nest too deep for the stack.
  package static func writesNestTooDeep(definition: String, depth: Int) -> Misuse {
    Misuse(
      """
      a definition that passes on what is written to the next one nests one call per level, and the \
      stack ends \(depth) levels deep at \(definition). Pass on to the atom at the end of the chain.
      """)
  }

  /// A definition is made anew for each use, so that the value written to an earlier one is lost.
  ///
  /// Reported in debug builds, once for each place in a scope.
  package static func definitionMadeAnew(definition: String) -> Misuse {
    Misuse(
      """
      a definition must be made once, but \(definition) is made anew each time it is used, and what was written to an \
      earlier one is lost. Declare it as a static let; where there is a type parameter, as a Family or a type.
      """)
  }

  /// The saved value of an atom could not be read, or its present value could not be saved.
  package static func savingFailed(atom: String, problem: String) -> Misuse {
    Misuse("the value of \(atom) must be saved and found again, but \(problem)")
  }
}
