/// The kinds of definitions.
public enum DefinitionKind: String, Sendable, Hashable, CaseIterable {
  /// A value that the program writes.
  case atom
  /// A value that is computed from others.
  case computed
  /// A value that is loaded.
  case resource
}
