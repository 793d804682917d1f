import Upkeep

/// The value of an atom at one moment, and how to bring it back.
struct AtomRecord {
  let id: DefinitionID
  let name: String
  /// The number of its cell in its scope, in order of creation.
  let number: Int
  let value: Any
  /// Equal for two moments at which nothing was written in between.
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
