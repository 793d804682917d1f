import Upkeep

/// The properties that show fields of a state, by their key paths, as long as somebody has them.
///
/// It knows no types, so that to find one is not generic code.
struct FieldTable {
  private struct Reference { weak var property: UntypedProperty? }

  private var references: [AnyKeyPath: Reference] = [:]
  private var limit = 16

  subscript(path: AnyKeyPath) -> UntypedProperty? {
    get { references[path]?.property }
    set {
      if references.count >= limit {
        references = references.filter { $0.value.property != nil }
        limit = max(16, references.count * 2)
      }
      references[path] = Reference(property: newValue)
    }
  }
}
