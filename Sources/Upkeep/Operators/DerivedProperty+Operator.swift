// Derived values of operators, each with its own state and change rule.
extension DerivedProperty {
  /// Makes the property of an operator with one source.
  @inlinable
  package convenience init<Source>(
    _ source: Property<Source>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool, _ update: @escaping (Source) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(source.node, of: node)
    node.install { node, context in
      Self.finish(update(source.current), of: node, context, unless: areSame)
    }
  }

  /// Makes the property of an operator with two sources.
  @inlinable
  package convenience init<First, Second>(
    _ first: Property<First>, _ second: Property<Second>, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool, _ update: @escaping (First, Second) -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(first.node, of: node)
    Graph.declare(second.node, of: node)
    node.install { node, context in
      Self.finish(
        update(first.current, second.current), of: node, context, unless: areSame)
    }
  }

  /// Makes the property of an operator that reads its source itself.
  ///
  /// The type of the result is known where the property is made; the type of the source need not
  /// be.
  @inlinable
  package convenience init(
    following source: UntypedProperty, _ label: Label,
    _ areSame: @escaping (Value, Value) -> Bool, _ update: @escaping () -> Value
  ) {
    self.init(.declared, label, isUnchanged: areSame)
    Graph.declare(source.node, of: node)
    install(update, unless: areSame)
  }
}
