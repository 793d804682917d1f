/// The form in which an atom's value is saved.
public enum PersistedFormat: Sendable {
  /// JSON with the key and the version, so that no other value is mistaken for it.
  case checked
  /// Plain JSON, indented and with sorted keys, for people and other programs to read and write.
  ///
  /// This form has no version.
  case plain
}
