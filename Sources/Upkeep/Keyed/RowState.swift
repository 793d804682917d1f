/// The state to which an operator has come, which goes back with a transaction that is undone.
@usableFromInline
final class RowState<Value> {
  // SAFETY: read and replaced as a whole.
  @usableFromInline @exclusivity(unchecked) private(set) var value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }

  @usableFromInline
  func set(_ new: Value, _ context: ContextRef) {
    let before = value
    value = new
    // An element that is in the old one alone may have a `deinit` that writes.
    Graph.leaveToList(before, context)
    context.journal?.onRollback(context) { [self] _ in
      let gone = value
      value = before
      return gone
    }
  }
}

extension DerivedProperty {
  /// Makes the property of an operator with one source.
  @inlinable
  convenience init<Source>(
    _ source: Property<Source>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool,
    _ update: @escaping (Source, ContextRef) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(source.node, of: node)
    node.install { node, context in
      Self.finish(update(source.current, context), of: node, context, unless: areSame)
    }
  }

  /// Makes the property of an operator with two sources.
  @inlinable
  convenience init<First, Second>(
    _ first: Property<First>, _ second: Property<Second>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool,
    _ update: @escaping (First, Second, ContextRef) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(first.node, of: node)
    Graph.declare(second.node, of: node)
    node.install { node, context in
      Self.finish(
        update(first.current, second.current, context), of: node, context, unless: areSame)
    }
  }
}
