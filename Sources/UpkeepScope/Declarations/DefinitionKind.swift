/// The kinds of definition.
public enum DefinitionKind: String, Sendable, Hashable, CaseIterable {
  /// A value that the program sets.
  case atom
  /// A value that follows from others.
  case computed
  /// A value that comes later.
  case resource
}
