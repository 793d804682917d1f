/// What a closure makes of one row, where it has read properties for that: computed again when one of them changes.
final class RowProperty: Property<RowCell?> {
  /// The row of the source.
  var row: Row

  init(
    _ row: Row, _ label: Label, _ transform: @escaping (RowCell) -> RowCell?,
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) {
    self.row = row
    let isUnchanged: (RowCell?, RowCell?) -> Bool = { old, new in
      guard let old, let new else { return old == nil && new == nil }
      return old === new || areSame(old, new)
    }
    super.init([.derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    node.install { node, context in
      node.withProperty(as: RowProperty.self) { property in
        Self.finish(transform(property.row.cell), of: node, context, unless: isUnchanged)
      }
    }
  }

  /// Whether the closure has read something that may change.
  var hasRead: Bool { node.firstInput != nil }

  /// Becomes one that was never computed, if it has read nothing: then it can serve another row.
  func forget() {
    _ = storage.take()
    node.flags.insert(.uncomputed)
  }
}
