import Upkeep

/// The value of an atom at one moment, and the means to restore it.
struct AtomRecord {
  let id: DefinitionID
  let name: String
  /// The number of the atom's cell, in order of creation.
  let number: Int
  let value: Any
  /// The version of the value: equal in two records if the atom was not written in between.
  let version: Version
  let cell: ObjectIdentifier
  let isEqual: (Any, Any) -> Bool
  let key: String?
  let encodable: (any Encodable)?
  let restore: (ScopeCore) -> Void

  func isSame(as other: AtomRecord) -> Bool {
    cell == other.cell && version == other.version || isEqual(value, other.value)
  }
}
