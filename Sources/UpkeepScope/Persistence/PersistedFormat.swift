/// The form in which the value of an atom is written.
public enum PersistedFormat: Sendable {
  /// As JSON with the key and the version beside it, so that something else is not taken for it.
  case checked
  /// As JSON alone, indented and in order: for people, and for other programs, to read and write.
  ///
  /// It has no version.
  case plain
}
